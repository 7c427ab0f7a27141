import { expect, test } from "vitest";
import { QUEUE_NAMES } from "@/server/platform/queue/definitions";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";
import { eventually } from "../support/eventually";

test("web is ready before any worker on a database that was only migrated", async () => {
  await eventually(async () => {
    const { status, body } = await call("GET", "/health/ready/");
    expect([status, body.status]).toEqual([200, "ok"]);
  });
  const queues = await adminDb().$queryRaw<{ name: string }[]>`SELECT name FROM pgboss.queue`;
  expect(queues.map(({ name }) => name).sort()).toEqual([...QUEUE_NAMES].sort());
});
