import { defineConfig } from "prisma/config";

// For Prisma's own CLI only. The product applies migrations itself (prisma/migrate.ts), because the
// CLI needs an engine that it downloads; where that is possible, `prisma migrate deploy` works too.
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.MIGRATE_DATABASE_URL || process.env.DATABASE_URL || "" },
});
