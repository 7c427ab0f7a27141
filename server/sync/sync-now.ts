import type { SyncRun } from "@/lib/contracts/integrations";
import { connectable, type ProviderId } from "@/lib/providers/list";
import { listConnections, requireIntegration } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { UpstreamError } from "@/server/platform/errors";
import { startSync } from "@/server/work/start-sync";
import { toRunView } from "./to-run-view";
import { waitForRun } from "./wait-for-run";

/** How long an answer may wait for the end of a sync when the caller says nothing. */
const DEFAULT_WAIT_SECONDS = 60;

/**
 * Syncs a provider now, all of its accounts. Waits for the end, as the documented clients expect; with `waitSeconds` 0 it
 * answers at once with the run of the first account to follow.
 * @throws UpstreamError when a sync failed, saying why and what to do.
 */
export async function syncNow(
  ctx: CompanyContext,
  provider: ProviderId,
  waitSeconds = DEFAULT_WAIT_SECONDS,
): Promise<{ message: string; run: SyncRun }> {
  const first = await requireIntegration(ctx, provider);
  const connections = await listConnections(ctx, provider);
  const others = connections.filter(({ id, status }) => status === "connected" && id !== first.id);
  const started = [];
  for (const { id } of [first, ...others]) {
    started.push(await startSync(ctx, { integrationId: id, trigger: "manual" }));
  }
  const runs = await Promise.all(started.map(({ id }) => waitForRun(ctx, id, waitSeconds)));
  const failed = runs.find(({ state }) => state === "failed");
  if (failed) throw new UpstreamError(failed.message);
  const [run] = runs;
  if (!run) throw new Error("a sync was started");
  const { name, role } = connectable(provider);
  const noun = role === "ledger" ? "payments" : "payouts";
  const isDone = runs.every(({ state }) => state === "succeeded");
  const message = isDone ? `Successfully synced ${name} ${noun}` : `${name} is being synced`;
  return { message, run: toRunView(run, provider) };
}
