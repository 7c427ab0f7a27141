import { expect, vi } from "vitest";
import { db, type Tx } from "@/server/db";
import type { Scope } from "@/server/scope";
import { everything } from "./everything";

/**
 * Makes a change and, before it is committed, begins `meanwhile` and waits until that has run into it: a
 * race with a known outcome. `blocked` is part of the statement that waits.
 * @returns what `meanwhile` comes to once the change is through.
 */
export async function heldChange<T>(
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
    await vi.waitFor(async () => expect(await waitingFor(blocked)).toBe(1), { timeout: 20_000 });
  });
  if (!running) throw new Error("The change never began");
  return running;
}

async function waitingFor(statement: string): Promise<number> {
  const [row] = await everything().$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE ${`%${statement}%`}`;
  return row?.waiting ?? 0;
}
