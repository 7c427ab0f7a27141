import { beforeAll, expect, test } from "vitest";
import { emptyDatabase, url } from "../support/backups";
import { fillTables } from "../support/fill-tables";
import { seedFullLedger } from "../support/full-ledger";
import { emptyDatabaseOn, serverFolders, startServerOf } from "../support/postgres-versions";
import { expectRestored, statesOfTheSchema } from "../support/restore-every-state";

beforeAll(async () => {
  await seedFullLedger();
  await fillTables(url());
});

async function restoreAll(target: () => Promise<string>): Promise<void> {
  const states = await statesOfTheSchema();
  expect(states.length).toBeGreaterThan(10);
  for (const applied of states) {
    await expectRestored({ applied, from: url(), emptyDatabase: target });
  }
}

test("every state of the schema is restored with its rows", () => restoreAll(emptyDatabase));

// TEST_POSTGRES_BINS lists further ones.
test.for([...new Set(serverFolders())])("so it is into the server of %s", async (folder) => {
  const server = await startServerOf(folder);
  try {
    await restoreAll(() => emptyDatabaseOn(server.url));
  } finally {
    await server.close();
  }
});
