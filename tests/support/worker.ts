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
  await eventually(async () => {
    const { runs } = await ok("GET", "/sync-runs/", token);
    const active = runs.filter((run: { state: string }) => /queued|running/.test(run.state));
    expect(active).toEqual([]);
    const [{ waiting } = { waiting: -1 }] = await adminDb().$queryRaw<{ waiting: number }[]>`
        SELECT ((SELECT count(*) FROM companies
            WHERE match_requested_at > coalesce(matched_at, '-infinity'))
          + (SELECT count(*) FROM postings WHERE state IN ('queued', 'sending')))::int AS waiting`;
    expect(waiting).toBe(0);
  });
}
