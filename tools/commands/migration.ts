import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { schemaDiff } from "@/prisma/diff";
import { migrate } from "@/prisma/migrate";
import { startThrowawayPostgres } from "../postgres/throwaway-postgres";
import { supervise } from "../process/supervise";

const log = (line: string) => console.error(line);

/**
 * `npm run migration -- --name X`, for developers: writes the migration from a freshly migrated database to
 * prisma/schema.prisma. With `--empty` it writes an empty migration to fill by hand.
 */
export async function main(args: string[]): Promise<number> {
  const options = { name: { type: "string" }, empty: { type: "boolean" } } as const;
  const { values } = parseArgs({ args, options });
  if (!values.name || !/^[a-z0-9_]+$/.test(values.name)) {
    throw new Error("Name the migration in lower case: npm run migration -- --name add_invoices");
  }
  const folder = join("prisma", "migrations", `${timestamp()}_${values.name}`);
  return supervise(async (scope) => {
    const sql = values.empty ? "" : await pendingSql(scope);
    if (sql === "" && !values.empty) {
      log("The migrations already match prisma/schema.prisma; nothing to write.");
      return 0;
    }
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "migration.sql"), sql);
    log(`Wrote ${join(folder, "migration.sql")}; read it before you commit it.`);
    return 0;
  });
}

async function pendingSql(scope: Parameters<Parameters<typeof supervise>[0]>[0]): Promise<string> {
  const server = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  await migrate(server.url(), { log });
  return schemaDiff(server.url());
}

/** Migrations are applied in name order: 20261121093000_name. */
function timestamp(): string {
  return new Date().toISOString().replace(/\D/g, "").slice(0, 14);
}
