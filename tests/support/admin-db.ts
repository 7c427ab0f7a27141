import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/generated/prisma/client";

let client: PrismaClient | undefined;

/** This file's database without row level security, to seed rows and to check what was written. */
export function adminDb(): PrismaClient {
  client ??= new PrismaClient({
    adapter: new PrismaPg({ connectionString: process.env.MIGRATE_DATABASE_URL, max: 3 }),
    // Transactions wait for the product, however busy the machine is.
    transactionOptions: { maxWait: 900_000, timeout: 900_000 },
  });
  return client;
}

/** Called once after each test file. */
export async function closeAdminDb(): Promise<void> {
  await client?.$disconnect();
  client = undefined;
}
