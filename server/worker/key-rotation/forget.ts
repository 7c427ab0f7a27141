import { newestKey, reloadKeys } from "@/server/platform/crypto/keyring";
import { db } from "@/server/platform/db";
import { SEALED_COLUMNS, type SealedColumn, type SealedRow, tryOpen } from "./sealed-columns";

const BATCH = 100;

/** How many sealed values no known key opens. */
export async function countUnopenable(): Promise<number> {
  let count = 0;
  for await (const _found of unopenable()) count += 1;
  return count;
}

/**
 * Discards them: connections end, two-factor keeps only its recovery codes, waiting mails are deleted.
 * @returns how many values that were.
 */
export async function forgetUnopenable(): Promise<number> {
  let count = 0;
  for await (const { column, row } of unopenable()) {
    await column.discard(row);
    count += 1;
  }
  return count;
}

async function* unopenable(): AsyncGenerator<{ column: SealedColumn; row: SealedRow }> {
  reloadKeys();
  const newest = new Uint8Array((await newestKey()).id);
  for (const column of SEALED_COLUMNS) {
    let after = "";
    for (;;) {
      const rows = await db("keys").$transaction((tx) => column.read(tx, newest, after, BATCH));
      for (const row of rows) if ((await tryOpen(row)) === undefined) yield { column, row };
      const last = rows.at(-1);
      if (!last) break;
      after = last.position;
    }
  }
}
