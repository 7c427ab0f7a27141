import { setTimeout as sleep } from "node:timers/promises";
import { lasting, pauseOf } from "@/server/platform/clock";
import { keyedHash } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { type CallLimiter, notNow } from "@/server/providers/quickbooks/rate-limit";

/**
 * Evenly spaced, slightly slower than ten a second: calls 110 ms apart stay within ten per second even
 * when one arrives 100 ms late. Bursts would gain nothing: 500 a minute are 8.3 a second.
 */
const SPACING_MS = 110;
const PER_MINUTE = 500;
const MINUTE_MS = 60_100;
/** A start missed by more (a busy process, a slow network) reserves a new slot. */
const LATE_MS = 75;
/** After this many missed slots, call anyway: a machine this slow cannot exceed the limit. */
const MAX_TRIES = 3;
/** For long waits, re-check for a provider-wide pause shortly before the reserved start. */
const LONG_WAIT_MS = 300;
const LOOK_BEFORE_MS = 120;

/**
 * Keeps QuickBooks' limits across all processes: each call reserves its start in PostgreSQL by one short
 * statement, and waits for it here. Without the database no call starts.
 */
export const sharedCallLimiter: CallLimiter = {
  async turn(realmId, patienceMs) {
    const key = keyOf(realmId);
    const giveUpAt = performance.now() + lasting(patienceMs);
    for (let tries = 1; ; ) {
      const slot = await reserve(key, Math.max(0, giveUpAt - performance.now()));
      const dueAt = slot.answeredAt + slot.waitMs;
      if (slot.waitMs > LONG_WAIT_MS) {
        await sleepUntil(dueAt - LOOK_BEFORE_MS);
        if (await isPaused(key)) continue;
      }
      await sleepUntil(dueAt);
      // The reservation happened between question and response: the delay is exact to that interval.
      const late = performance.now() - (slot.askedAt + slot.waitMs);
      if (late <= LATE_MS || tries >= MAX_TRIES) return;
      tries += 1;
    }
  },

  pause: (realmId, ms) => pauseCalls(keyOf(realmId), ms),
};

/** No call of a key begins for so long. @param limit that the provider named. */
export async function pauseCalls(
  key: Uint8Array<ArrayBuffer>,
  ms: number,
  limit: string | null = null,
): Promise<void> {
  await db("jobs").$executeRaw`
    INSERT INTO call_slots AS s (key, paused_until, paused_for)
    VALUES (${key}, extract(epoch FROM clock_timestamp()) * 1000 + ${Math.round(lasting(ms))}::bigint, ${limit})
    ON CONFLICT (key) DO UPDATE SET paused_until = excluded.paused_until, paused_for = excluded.paused_for
      WHERE s.paused_until < excluded.paused_until`;
}

async function sleepUntil(time: number): Promise<void> {
  const ms = time - performance.now();
  if (ms > 0) await sleep(ms);
}

interface Slot {
  askedAt: number;
  answeredAt: number;
  waitMs: number;
}

async function reserve(key: Uint8Array<ArrayBuffer>, patienceMs: number): Promise<Slot> {
  const { askedAt, answeredAt, row } = await db("jobs").$transaction(async (tx) => {
    const asked = performance.now();
    const rows = await tx.$queryRaw<{ taken: boolean; wait: number }[]>`
      SELECT taken, wait_ms::float8 AS wait FROM take_call_slot(${key}, ${Math.round(lasting(SPACING_MS))}::bigint,
        ${PER_MINUTE}::int, ${Math.round(lasting(MINUTE_MS))}::bigint, ${Math.round(patienceMs)}::bigint)`;
    return { askedAt: asked, answeredAt: performance.now(), row: rows[0] };
  });
  if (!row?.taken) throw notNow(pauseOf(row?.wait ?? 0));
  return { askedAt, answeredAt, waitMs: row.wait };
}

async function isPaused(key: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const rows = await db("jobs").$queryRaw<{ paused: boolean }[]>`
    SELECT paused_until > extract(epoch FROM clock_timestamp()) * 1000 AS paused
    FROM call_slots WHERE key = ${key}`;
  return rows[0]?.paused ?? false;
}

// Hashed, so that the table does not reveal the connected companies.
function keyOf(realmId: string): Uint8Array<ArrayBuffer> {
  return keyedHash(`quickbooks ${realmId}`, "call-slots");
}
