import { counted } from "@/lib/counted";
import { migrate } from "@/prisma/migrate";
import { supervise } from "../process/supervise";
import { openDatabase } from "../product/open-database";

const log = (line: string) => console.error(line);

/** `npm run migrate`: migrates the product's database to this program's schema, and exits. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const { productUrl, ownerUrl } = await openDatabase(scope, log);
    const applied = await migrate(ownerUrl, { log, productUrl });
    log(
      applied.length > 0
        ? `Applied ${counted(applied.length, "migration")}.`
        : "The database is up to date.",
    );
    return 0;
  });
}
