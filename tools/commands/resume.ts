import { migrate } from "@/prisma/migrate";
import { connectToOwner } from "../backup/database-facts";
import { supervise } from "../process/supervise";
import { openDatabase } from "../product/open-database";

const log = (line: string) => console.error(line);

/** `npm run resume`: ends the pause of a restored copy, which takes the original's place from then on. */
export function main(args: string[]): Promise<number> {
  if (args.length > 0) throw new Error("Usage: npm run resume");
  return supervise(async (scope) => {
    const { productUrl, ownerUrl } = await openDatabase(scope, log);
    // An older backup has no pause until then.
    await migrate(ownerUrl, { log, productUrl });
    const client = await scope.acquire(
      () => connectToOwner(ownerUrl),
      (held) => held.end(),
    );
    const { rowCount } = await client.query(
      "UPDATE installation SET paused_at = NULL WHERE paused_at IS NOT NULL",
    );
    log(
      rowCount === 0
        ? "Nothing was paused."
        : "Resumed: it syncs, posts and mails again, within seconds where it is running.",
    );
    return 0;
  });
}
