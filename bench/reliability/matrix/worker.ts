import { systemContext } from "@/server/auth/company-id";
import { autoMatchAfterSync } from "@/server/matches/auto-match-after-sync";
import { postDeposit } from "@/server/posting/post-deposit";
import { retry } from "@/server/posting/retry-posting";
import { runSync } from "@/server/sync/run-sync";
import { startSync } from "@/server/sync/start-sync";
import { everything } from "@/tests/setup/everything";
import type { Person } from "./person";

const MOST_ROUNDS = 80;

/**
 * Does a company's jobs as a worker would, in rounds, until nothing is left: the rows say what is to do.
 * Pauses are not waited for but moved. What a fault left to a person, the person then does.
 */
export async function untilQuiet(person: Person): Promise<void> {
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    if (await workOnce(person)) continue;
    if (await actOnce(person)) continue;
    return;
  }
  throw new Error("the company does not come to rest");
}

async function workOnce(person: Person): Promise<boolean> {
  const { companyId } = person.ctx;
  const ctx = systemContext(companyId);
  const runs = await everything().syncRun.findMany({
    where: { companyId, state: "queued" },
    orderBy: { createdAt: "asc" },
  });
  for (const { id } of runs) await runSync(ctx, id);
  const matched = await matchWhenAsked(person);
  await everything().posting.updateMany({
    where: { companyId, state: "queued" },
    data: { nextAttemptAt: new Date(0) },
  });
  const postings = await everything().posting.findMany({
    where: { companyId, state: "queued" },
    orderBy: { depositId: "asc" },
  });
  for (const { id } of postings) await postDeposit(ctx, id);
  return runs.length > 0 || matched || postings.length > 0;
}

async function matchWhenAsked(person: Person): Promise<boolean> {
  const { companyId } = person.ctx;
  const waiting = await everything().$queryRaw<unknown[]>`SELECT 1 FROM companies
    WHERE id = ${companyId}::uuid
      AND match_requested_at > coalesce(matched_at, '-infinity')`;
  if (waiting.length === 0) return false;
  await autoMatchAfterSync(systemContext(companyId));
  return true;
}

/** What the screens ask for: connect again, sync again, try the posting again. */
async function actOnce(person: Person): Promise<boolean> {
  const { ctx } = person;
  const { companyId } = ctx;
  const integrations = await everything().integration.findMany({
    where: { companyId, status: { not: "disconnected" } },
    include: { syncRuns: { orderBy: { createdAt: "desc" }, take: 1 } },
  });
  for (const { id, provider, status, syncRuns } of integrations) {
    if (status === "expired") {
      await person.reconnect(provider);
      return true;
    }
    if (syncRuns[0]?.state === "failed") {
      person.deeds.add("synced again");
      await startSync(ctx, { integrationId: id, trigger: "manual" });
      return true;
    }
  }
  const stuck = await everything().posting.findFirst({
    where: { companyId, state: { in: ["failed", "blocked"] } },
  });
  if (!stuck) return false;
  person.deeds.add("retried the posting");
  await retry(ctx, { deposit_id: stuck.depositId });
  return true;
}
