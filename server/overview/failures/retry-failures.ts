import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { retryFailures as contract } from "@/lib/contracts/failures";
import { requireIntegration } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { retryPosting } from "@/server/posting/retry-posting";
import { startMatchRun } from "@/server/matches/start-match-run";
import { startSync } from "@/server/work/start-sync";
import { chosenFailures } from "./chosen-failures";
import { existingDeposits } from "./existing-deposits";
import type { About } from "./found-failure";
import { reviveJob } from "./revive-job";

/**
 * Retries failures: a posting, a sync, the rest of a bulk match, or a job. Of several, one that cannot be
 * retried does not stop the others.
 * @throws NotFoundError for a named failure that no longer exists; ConflictError when the named failure
 * cannot be retried now.
 */
export async function retryFailures(
  ctx: CompanyContext,
  input: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const chosen = await chosenFailures(ctx, input);
  const refused: { id: string; message: string }[] = [];
  for (const { key, about } of chosen) {
    try {
      await retryOne(ctx, about);
    } catch (error) {
      // The failure has changed since the list was read, or other work is under way.
      if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
      if (input.failure_id !== undefined) throw error;
      refused.push({ id: key, message: error.message });
    }
  }
  const retried = chosen.length - refused.length;
  return { message: messageOf(retried, refused.length), retried, refused };
}

async function retryOne(ctx: CompanyContext, about: About): Promise<void> {
  switch (about.kind) {
    case "posting":
      await retryPosting(ctx, { deposit_id: about.depositId });
      return;
    case "sync": {
      await requireIntegration(ctx, about.provider);
      await startSync(ctx, { integrationId: about.integrationId, trigger: "manual" });
      return;
    }
    case "match-run":
      await startMatchRun(ctx, {
        deposit_ids: await existingDeposits(ctx, about.depositIds),
      });
      return;
    case "job":
      await reviveJob(ctx, about.job);
  }
}

function messageOf(retried: number, refused: number): string {
  const done = retried === 1 ? "Retrying" : `Retrying ${retried}`;
  return refused === 0 ? `${done}…` : `${done}, ${refused} couldn't be retried`;
}
