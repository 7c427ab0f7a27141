import { expect } from "vitest";
import { hashToken } from "@/server/platform/crypto/tokens";
import { adminDb } from "./admin-db";
import { eventually } from "./eventually";

export interface Running {
  stop(): Promise<void>;
}

/** Workers in this process, as on a single machine. */
export async function startWorkers(): Promise<Running> {
  const { startWorker } = await import("@/server/worker/worker");
  const { closeDb } = await import("@/server/platform/db");
  const worker = await startWorker();
  return {
    async stop() {
      await worker.stop();
      await closeDb();
    },
  };
}

/** Waits until a company's syncs, matching and postings are done. */
export async function settled(token: string): Promise<void> {
  await eventually(async () => expect(await workLeft(token)).toBe(0));
}

/**
 * The number of a company's active syncs, and of matchings and postings in this database, by one cheap
 * statement: waiting for 0 asks twenty times a second. What waits for its day at the bank is not counted.
 * @throws Error when `token` belongs to no session.
 */
export async function workLeft(token: string): Promise<number> {
  const tokenHash = hashToken(token.replace(/^TOKEN /, ""));
  const [row] = await adminDb().$queryRaw<{ left: number }[]>`
    SELECT ((SELECT count(*) FROM sync_runs
        WHERE company_id = s.company_id AND state IN ('queued', 'running'))
      + (SELECT count(*) FROM companies
        WHERE match_requested_at > coalesce(matched_at, '-infinity'))
      + (SELECT count(*) FROM postings WHERE state = 'sending'
        OR (state = 'queued' AND next_attempt_at < now() + interval '12 hours')))::int AS left
    FROM sessions s WHERE token_hash = ${tokenHash}`;
  if (!row) throw new Error("The token belongs to no session");
  return row.left;
}
