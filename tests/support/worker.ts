import { expect } from "vitest";
import { adminDb } from "./admin-db";
import { ok } from "./client";
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

/** @returns the number of a company's active syncs, and of matchings and postings in this database. */
export async function workLeft(token: string): Promise<number> {
  const { runs } = await ok("GET", "/sync-runs/", token);
  const active = runs.filter((run: { state: string }) => /queued|running/.test(run.state));
  const [{ waiting } = { waiting: 0 }] = await adminDb().$queryRaw<{ waiting: number }[]>`
    SELECT ((SELECT count(*) FROM companies
        WHERE match_requested_at > coalesce(matched_at, '-infinity'))
      + (SELECT count(*) FROM postings WHERE state IN ('queued', 'sending')))::int AS waiting`;
  return active.length + waiting;
}
