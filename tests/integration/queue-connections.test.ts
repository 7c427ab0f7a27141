import PgBoss from "pg-boss";
import { expect, test } from "vitest";
import { QueueConnections } from "@/server/platform/queue/queue";

const ID = "00000000-0000-4000-8000-000000000000";

test("a job that outlives the queue changes nothing when it ends, and rejects nothing", async () => {
  const connections = new QueueConnections();
  const boss = new PgBoss({ db: connections, migrate: false });
  await connections.close();
  expect(await boss.fetch("sync")).toEqual([]);
  for (const end of [boss.complete("sync", ID), boss.fail("sync", ID)]) {
    expect(await end).toMatchObject({ affected: 0 });
  }
});
