import { expect, vi } from "vitest";
import { ok } from "./client";
import { everything } from "./everything";

export interface Running {
  stop(): Promise<void>;
}

/** Workers in this process, as on a single machine. */
export async function startWorkers(): Promise<Running> {
  const { startWorker } = await import("@/server/jobs/worker");
  const { closeDb } = await import("@/server/db");
  const worker = await startWorker();
  return {
    async stop() {
      await worker.stop();
      await closeDb();
    },
  };
}

/** Waits until a company's syncs, matching and postings are all through. */
export async function settled(token: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { runs } = await ok("GET", "/sync-runs/", token);
      const active = runs.filter((run: { state: string }) => /queued|running/.test(run.state));
      expect(active).toEqual([]);
      const [{ waiting } = { waiting: -1 }] = await everything().$queryRaw<{ waiting: number }[]>`
        SELECT ((SELECT count(*) FROM companies
            WHERE match_requested_at > coalesce(matched_at, '-infinity'))
          + (SELECT count(*) FROM postings WHERE state IN ('queued', 'sending')))::int AS waiting`;
      expect(waiting).toBe(0);
    },
    { timeout: 120_000, interval: 200 },
  );
}
