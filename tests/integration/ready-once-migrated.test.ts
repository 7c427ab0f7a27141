import { afterAll, expect, test, vi } from "vitest";
import { closeDb } from "@/server/db";
import { JOB_NAMES } from "@/server/jobs/definitions";
import { call } from "../setup/client";
import { everything } from "../setup/everything";

afterAll(() => closeDb());

test("on a database that was migrated and nothing else, web is ready before any worker", async () => {
  await vi.waitFor(async () => {
    const { status, body } = await call("GET", "/health/ready/");
    expect([status, body.checks]).toEqual([200, { database: "ok", migrations: "ok", queue: "ok" }]);
  });
  const queues = await everything().$queryRaw<{ name: string }[]>`SELECT name FROM pgboss.queue`;
  expect(queues.map(({ name }) => name).sort()).toEqual([...JOB_NAMES].sort());
});
