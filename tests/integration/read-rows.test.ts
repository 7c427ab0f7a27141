import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { adminDb } from "../support/admin-db";
import { eventually } from "../support/eventually";

test("a connection that is cut while it reads fails the read, not the process", async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.prependListener("uncaughtException", note);
  const reading = queryPrepared("jobs", Prisma.sql`SELECT pg_sleep(600)::text`);
  const failed = expect(reading).rejects.toThrow();
  await eventually(async () => {
    const cut = await adminDb().$queryRaw<unknown[]>`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%'`;
    expect(cut).toHaveLength(1);
  });
  await failed;
  process.removeListener("uncaughtException", note);
  expect(uncaught).toEqual([]);
  await expect(queryPrepared("jobs", Prisma.sql`SELECT 1::text AS one`)).resolves.toEqual([
    [{ one: "1" }],
  ]);
});
