import { beforeAll, test } from "vitest";
import { emptyDatabase, url } from "../support/backups";
import { fillTables } from "../support/fill-tables";
import { seedFullLedger } from "../support/full-ledger";
import { emptyDatabaseOn, serverFolders, startServerOf } from "../support/postgres-versions";
import { expectRestored, statesOfTheSchema } from "../support/restore-every-state";

beforeAll(async () => {
  await seedFullLedger();
  await fillTables(url());
});

test("the first and the last state of the schema are restored with their rows", async () => {
  const states = await statesOfTheSchema();
  for (const applied of [states[0] ?? [], states.at(-2) ?? []]) {
    await expectRestored({ applied, from: url(), emptyDatabase });
  }
});

test("so they are on this machine's own server, whatever its version", async ({ annotate }) => {
  const [folder] = serverFolders();
  await annotate(folder ?? "no server besides the embedded one");
  if (folder === undefined) return;
  const server = await startServerOf(folder);
  try {
    const [applied = []] = await statesOfTheSchema();
    await expectRestored({
      applied,
      from: url(),
      emptyDatabase: () => emptyDatabaseOn(server.url),
    });
  } finally {
    await server.close();
  }
});
