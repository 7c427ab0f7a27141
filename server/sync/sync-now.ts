import type { SyncRun } from "@/lib/contracts/integrations";
import { connectable, type ProviderId } from "@/lib/providers/list";
import { requireIntegration } from "@/server/integrations/find";
import type { CompanyContext } from "@/server/platform/context";
import { UpstreamError } from "@/server/platform/errors";
import { startSync } from "./start-sync";
import { toRunView } from "./to-run-view";
import { waitForRun } from "./wait-for-run";

/** How long an answer may wait for the end of a sync when the caller says nothing. */
const DEFAULT_WAIT_SECONDS = 60;

/**
 * Syncs a provider now. Waits for the end, as the documented clients expect; with `waitSeconds` 0 it
 * answers at once with the run to follow.
 * @throws UpstreamError when the sync failed, saying why and what to do.
 */
export async function syncNow(
  ctx: CompanyContext,
  provider: ProviderId,
  waitSeconds = DEFAULT_WAIT_SECONDS,
): Promise<{ message: string; run: SyncRun }> {
  const integration = await requireIntegration(ctx, provider);
  const started = await startSync(ctx, { integrationId: integration.id, trigger: "manual" });
  const run = await waitForRun(ctx, started.id, waitSeconds);
  if (run.state === "failed") throw new UpstreamError(run.message);
  const { name, role } = connectable(provider);
  const noun = role === "ledger" ? "payments" : "payouts";
  const message =
    run.state === "succeeded" ? `Successfully synced ${name} ${noun}` : `${name} is being synced`;
  return { message, run: toRunView(run, provider) };
}
