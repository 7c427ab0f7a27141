import type { Provider } from "@/generated/prisma/client";
import type { SyncRun } from "@/lib/contracts/integrations";
import type { CompanyContext } from "@/server/context";
import { UnsupportedError, UpstreamError } from "@/server/errors";
import { providerName, requireIntegration } from "@/server/integrations/find";
import { getProvider } from "@/server/providers/registry";
import { toRunView } from "./run-view";
import { startSync } from "./start-sync";
import { waitForRun } from "./wait-for-run";

/** How long an answer may wait for the end of a sync when the caller says nothing. */
const DEFAULT_WAIT_SECONDS = 60;

/**
 * Syncs a provider now. Waits for the end, as the documented clients expect; with `waitSeconds` 0 it
 * answers at once with the run to follow.
 * @throws UpstreamError when the sync failed, saying why and what to do; UnsupportedError for a provider
 *   that this version can connect, but not read.
 */
export async function syncNow(
  ctx: CompanyContext,
  provider: Provider,
  waitSeconds = DEFAULT_WAIT_SECONDS,
): Promise<{ message: string; run: SyncRun }> {
  const integration = await requireIntegration(ctx, provider);
  demandSync(provider);
  const started = await startSync(ctx, { integrationId: integration.id, trigger: "manual" });
  const run = await waitForRun(ctx, started.id, waitSeconds);
  if (run.state === "failed") throw new UpstreamError(run.message);
  const noun = provider === "quickbooks" ? "payments" : "payouts";
  const message =
    run.state === "succeeded"
      ? `Successfully synced ${providerName(provider)} ${noun}`
      : `${providerName(provider)} is being synced`;
  return { message, run: toRunView(run, provider) };
}

function demandSync(provider: Provider): void {
  const { source, ledger, name } = getProvider(provider);
  if (source || ledger) return;
  throw new UnsupportedError(
    `This version can't sync ${name} payouts yet. The connection and its settings are kept.`,
  );
}
