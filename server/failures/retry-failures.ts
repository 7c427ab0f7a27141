import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { retryFailures } from "@/lib/contracts/failures";
import type { CompanyContext } from "@/server/context";
import { ConflictError, NotFoundError } from "@/server/errors";
import { requireIntegration } from "@/server/integrations/find";
import { startBulkMatch } from "@/server/matches/start-match-run";
import { retry as retryPosting } from "@/server/posting/retry-posting";
import { startSync } from "@/server/sync/start-sync";
import { chosenFailures } from "./chosen-failures";
import { existingDeposits } from "./existing-deposits";
import type { About } from "./found-failure";
import { reviveJob } from "./revive-job";

/**
 * Tries again what gave up, each by its own way: a posting, a sync, the rest of a bulk match, a job. Among
 * several, one that can't be begun again keeps none of the others from it.
 * @throws NotFoundError for a named failure that is not there (any more); ConflictError when the one that
 *   was named can't be begun again now.
 */
export async function retryAll(
  ctx: CompanyContext,
  input: BodyOf<typeof retryFailures>,
): Promise<ResponseOf<typeof retryFailures>> {
  const chosen = await chosenFailures(ctx, input);
  const refused: { id: string; message: string }[] = [];
  for (const { key, about } of chosen) {
    try {
      await retryOne(ctx, about);
    } catch (error) {
      // Changed since the list was read, or something else is under way.
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
      const { id: integrationId } = await requireIntegration(ctx, about.provider);
      await startSync(ctx, { integrationId, trigger: "manual" });
      return;
    }
    case "match-run":
      await startBulkMatch(ctx, {
        deposit_ids: await existingDeposits(ctx, about.depositIds),
      });
      return;
    case "job":
      await reviveJob(ctx, about.job);
  }
}

function messageOf(retried: number, refused: number): string {
  const done = retried === 1 ? "It is tried again" : `${retried} are tried again`;
  return refused === 0 ? done : `${done}, ${refused} could not be`;
}
