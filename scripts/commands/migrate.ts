import { migrate } from "../../prisma/migrate";
import { openDatabase } from "../lib/database";
import { supervise } from "../lib/supervise";

const log = (line: string) => console.error(line);

/** `npm run migrate`: brings the product's database to this program's schema, and stops. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const url = await openDatabase(scope, log);
    const applied = await migrate(url, { log });
    log(
      applied.length > 0 ? `Applied ${applied.length} migrations.` : "The database is up to date.",
    );
    return 0;
  });
}
