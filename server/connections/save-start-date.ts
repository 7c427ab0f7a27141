import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveStartDate as contract } from "@/lib/contracts/integrations";
import { dayInWords } from "@/lib/format-date";
import { providerOfWire } from "@/lib/providers/list";
import { recordAudit } from "@/server/platform/record-audit";
import { requireIntegration } from "./find";
import { moveImportBack } from "./move-import-back";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { lockRuns, startSync } from "@/server/work/start-sync";

/**
 * Imports a source's payouts from an earlier day on, and starts the sync that does so. What is imported stays.
 * @throws ConflictError when the source isn't connected, or its payouts are imported from that day on already.
 */
export async function saveStartDate(
  ctx: CompanyContext,
  { integration_type, start_date }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { id: provider, name } = providerOfWire(integration_type);
  const integration = await requireIntegration(ctx, provider);
  const isSyncing = await db(ctx).$transaction(async (tx) => {
    if (!(await moveImportBack(tx, ctx, integration.id, start_date))) {
      throw new ConflictError(
        `Payouts from ${name} are imported from that day on already. Choose an earlier one.`,
      );
    }
    await recordAudit(tx, ctx, {
      action: "integration.start_date_moved",
      entity: "integration",
      entityId: integration.id,
      data: { provider, importFrom: start_date },
    });
    // One that is under way reads from the old day on: another follows it.
    const active = await lockRuns(tx, ctx, integration.id);
    if (active) await requestSync(tx, ctx, integration.id);
    return active !== null;
  });
  if (!isSyncing) await startSync(ctx, { integrationId: integration.id, trigger: "manual" });
  const from = start_date === null ? "the first one" : dayInWords(start_date);
  return { message: `Importing payouts from ${from} on` };
}

function requestSync(tx: Tx, { companyId }: CompanyContext, integrationId: string) {
  const dueAt = new Date();
  return tx.syncRequest.upsert({
    where: { companyId_integrationId: { companyId, integrationId } },
    create: { companyId, integrationId, dueAt },
    update: { dueAt },
  });
}
