import { expect } from "vitest";
import type { Migration } from "@/prisma/migrate";
import { readMigrations } from "@/prisma/migrate";
import { UNCOPIED_TABLES } from "@/tools/backup/database-facts";
import { backup, newFile, restore } from "./backups";
import { makeEarlierState, rowCounts } from "./earlier-states";
import { onDatabase } from "./fingerprint";

/** The schema after each migration since the first release, oldest first. */
export async function statesOfTheSchema(): Promise<Migration[][]> {
  const migrations = await readMigrations();
  return migrations.map((_, index) => migrations.slice(0, index + 1));
}

/** A copy has a row of its own about itself. */
const LEFT_OUT = new Set(["installation", ...UNCOPIED_TABLES]);

interface State {
  applied: readonly Migration[];
  /** A full database of the newest schema. */
  from: string;
  /** Makes an empty database on the server that is tried. */
  emptyDatabase: () => Promise<string>;
}

/** A portable backup of an earlier version's database comes back with every row, as a paused copy of this version. */
export async function expectRestored({ applied, from, emptyDatabase }: State): Promise<void> {
  const last = applied.at(-1)?.name;
  const [earlier, copy] = [await emptyDatabase(), await emptyDatabase()];
  await makeEarlierState(earlier, applied, from);
  const before = await rowCounts(earlier);
  const empty = Object.entries(before).filter(([, count]) => count === 0);
  expect(empty, `tables without rows after ${last}`).toEqual([]);
  const file = newFile();
  await backup(file, true, earlier);
  await restore(file, copy, false, [], false);
  const { installation, ...after } = await rowCounts(copy);
  expect(installation).toBe(1);
  const copied = Object.entries(before).filter(([name]) => !LEFT_OUT.has(name));
  expect(after, `restored from after ${last}`).toMatchObject(Object.fromEntries(copied));
  const { rows } = await onDatabase(copy, (client) =>
    client.query("SELECT paused_at IS NOT NULL AS paused FROM installation"),
  );
  expect(rows).toEqual([{ paused: true }]);
}
