import { expect } from "vitest";
import type { Scope } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { adminDb } from "./admin-db";
import { eventually } from "./eventually";

/**
 * Makes a change and, before committing it, starts `meanwhile` and waits until that is blocked by it: a race
 * with a known outcome. `blocked` is part of the statement that waits.
 * @returns the result of `meanwhile` after the commit.
 */
export async function withBlockingTransaction<T>(
  change: (tx: Tx) => Promise<unknown>,
  {
    meanwhile,
    blocked,
    scope = "accounts",
  }: { meanwhile: () => Promise<T>; blocked: string; scope?: Scope },
): Promise<T> {
  let running: Promise<T> | undefined;
  await db(scope).$transaction(async (tx) => {
    await change(tx);
    running = meanwhile();
    await eventually(async () => expect(await waitingFor(blocked)).toBe(1));
  });
  if (!running) throw new Error("The change never began");
  return running;
}

async function waitingFor(statement: string): Promise<number> {
  const [row] = await adminDb().$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE ${`%${statement}%`}`;
  return row?.waiting ?? 0;
}
