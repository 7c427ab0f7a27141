import { Prisma } from "@/generated/prisma/client";
import { executePrepared, queryUnscoped } from "./prepared-queries";

/** Workers say this often that they are there, in milliseconds. */
export const WORKER_SEEN_EVERY_MS = 10_000;
/** Longer than a restart takes. */
const ABSENT_AFTER_SECONDS = 60;

/** Says that a worker is there: every process then knows that jobs run. */
export async function noteWorker(): Promise<void> {
  await executePrepared("jobs", Prisma.sql`UPDATE installation SET worker_seen_at = now()`);
}

/** For how many seconds no worker was there; since the installation exists, where there never was one. */
export async function secondsWithoutWorker(): Promise<number> {
  const [row] = await queryUnscoped<{ seconds: number }>(`
    SELECT extract(epoch FROM now() - coalesce(worker_seen_at, created_at))::float8 AS seconds
    FROM installation`);
  return Math.max(0, row?.seconds ?? 0);
}

/** Whether jobs wait for a worker that isn't there. */
export async function isWorkerMissing(): Promise<boolean> {
  return (await secondsWithoutWorker()) > ABSENT_AFTER_SECONDS;
}
