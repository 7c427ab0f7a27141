import { connectable } from "@/lib/providers/list";
import { systemContext } from "@/server/platform/company-id";
import { UNDO_STOPPED } from "@/server/posting/claim-undo";
import { postDeposit } from "@/server/posting/post-deposit";
import { retryPosting } from "@/server/posting/review";
import { autoMatchAfterSync } from "@/server/sync/auto-match-after-sync";
import { runSync } from "@/server/sync/run-sync";
import { startSync } from "@/server/work/start-sync";
import { adminDb } from "@/tests/support/admin-db";
import type { Person } from "./person";

const MAX_ROUNDS = 80;

/**
 * Does a company's jobs as a worker would, in rounds, until none is left: the rows say what is due. Pauses
 * are skipped. Then the user does what a fault left to them.
 */
export async function untilQuiet(person: Person): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    if (await workOnce(person)) continue;
    if (await actOnce(person)) continue;
    return;
  }
  throw new Error("the company does not come to rest");
}

async function workOnce(person: Person): Promise<boolean> {
  const { companyId } = person.ctx;
  const ctx = systemContext(companyId);
  const runs = await adminDb().syncRun.findMany({
    where: { companyId, state: "queued" },
    orderBy: { createdAt: "asc" },
  });
  for (const { id } of runs) await runSync(ctx, id);
  const matched = await matchWhenAsked(person);
  await adminDb().posting.updateMany({
    where: { companyId, state: "queued" },
    data: { nextAttemptAt: new Date(0) },
  });
  const postings = await adminDb().posting.findMany({
    where: { companyId, state: "queued" },
    orderBy: { depositId: "asc" },
  });
  for (const { id } of postings) await postDeposit(ctx, id);
  return runs.length > 0 || matched || postings.length > 0;
}

async function matchWhenAsked(person: Person): Promise<boolean> {
  const { companyId } = person.ctx;
  const waiting = await adminDb().$queryRaw<unknown[]>`SELECT 1 FROM companies
    WHERE id = ${companyId}::uuid
      AND match_requested_at > coalesce(matched_at, '-infinity')`;
  if (waiting.length === 0) return false;
  await autoMatchAfterSync(systemContext(companyId));
  return true;
}

/** The actions that the screens offer: reconnect, sync now, retry the posting. */
async function actOnce(person: Person): Promise<boolean> {
  const { ctx } = person;
  const { companyId } = ctx;
  const integrations = await adminDb().integration.findMany({
    where: { companyId, status: { not: "disconnected" } },
    include: { syncRuns: { orderBy: { createdAt: "desc" }, take: 1 } },
  });
  for (const { id, provider, status, syncRuns } of integrations) {
    if (status === "expired") {
      await person.reconnect(connectable(provider).id);
      return true;
    }
    if (syncRuns[0]?.state === "failed") {
      person.actions.add("restarted the sync");
      await startSync(ctx, { integrationId: id, trigger: "manual" });
      return true;
    }
  }
  // A user who wanted an undo repeats the undo; Retry would post the deposit again.
  const stuck = await adminDb().posting.findFirst({
    where: {
      ...{ companyId, state: { in: ["failed", "blocked"] } },
      OR: [{ errorCode: null }, { NOT: { errorCode: UNDO_STOPPED } }],
    },
  });
  if (!stuck) return false;
  person.actions.add("retried the posting");
  await retryPosting(ctx, { deposit_id: stuck.depositId });
  return true;
}
