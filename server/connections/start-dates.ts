import { z } from "zod";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveStartDate as contract, StartDates } from "@/lib/contracts/integrations";
import { addDays, type CalendarDate, dateText } from "@/lib/dates";
import { dayInWords } from "@/lib/format-date";
import { BY_FILE, describeProvider, providerOfWire } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { isPaused } from "@/server/platform/installation";
import { recordAudit } from "@/server/platform/record-audit";
import { loadDateFormat, loadToday } from "@/server/work/company";
import { lockRuns, requestSync, startSync } from "@/server/work/start-sync";
import { readCompanyFacts } from "./company-facts";
import { findLedger, requireIntegration } from "./find";

/** From which payout date on each source is imported, and the day to offer for a new one. */
export async function loadStartDates(ctx: CompanyContext): Promise<StartDates> {
  const { companyId } = ctx;
  const rows = await db(ctx).integration.findMany({
    where: { companyId, status: { not: "disconnected" } },
    orderBy: { connectedAt: "asc" },
  });
  const { suggested, closedUntil } = await suggestStartDate(ctx);
  return {
    sources: rows.flatMap(({ provider, importFrom }) => {
      const { role, wire, name } = describeProvider(provider);
      // A file is imported as it is.
      if (role !== "source" || provider === BY_FILE) return [];
      return { integration_type: wire, name, start_date: importFrom && dateText(importFrom) };
    }),
    suggested,
    closed_until: closedUntil,
  };
}

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
        "already_done",
        `Payouts from ${name} are already imported from that day. Choose an earlier one.`,
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
  if (!isSyncing && !(await isPaused()))
    await startSync(ctx, { integrationId: integration.id, trigger: "manual" });
  if (start_date === null) return { message: "Importing all payouts" };
  const from = dayInWords(start_date, await loadDateFormat(ctx));
  return { message: `Importing payouts dated ${from} or later` };
}

/**
 * Imports a source's payouts from an earlier day on, as its next sync does: that reads everything from there again.
 * @param importFrom `YYYY-MM-DD`; null: from the first payout on.
 * @returns false, and nothing changes, where payouts are imported from that day on already.
 */
export async function moveImportBack(
  tx: Tx,
  { companyId }: CompanyContext,
  integrationId: string,
  importFrom: string | null,
): Promise<boolean> {
  const moved = await tx.integration.updateMany({
    where: {
      ...{ companyId, id: integrationId, NOT: { importFrom: null } },
      ...(importFrom !== null && { importFrom: { gt: new Date(importFrom) } }),
    },
    data: { importFrom: importFrom === null ? null : new Date(importFrom) },
  });
  return moved.count > 0;
}

/** How far before the start date payouts are known: amounts that recur further apart are told apart by their days. */
export const EARLIER_DAYS = 40;

const earlierPayouts = z.array(
  z.object({
    providerId: z.string(),
    date: z.string(),
    /** Minor units. */
    amount: z.number().int(),
    currency: z.string(),
  }),
);
export type EarlierPayout = z.infer<typeof earlierPayouts>[number];

/** The payouts of the weeks before a source's start date; null where they are not known. */
export function readEarlierPayouts(stored: unknown): EarlierPayout[] | null {
  return earlierPayouts.safeParse(stored).data ?? null;
}

/**
 * The default start date of a new source: the first day of the month, or of the
 * open period of the books where that is later.
 */
export async function suggestStartDate(
  ctx: CompanyContext,
  tx: Tx = db(ctx),
): Promise<{ suggested: CalendarDate; closedUntil: CalendarDate | null }> {
  const today = await loadToday(ctx, tx);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const ledger = await findLedger(ctx, tx);
  const closedUntil = (ledger && readCompanyFacts(ledger)?.closedUntil) ?? null;
  const firstOpen = closedUntil === null ? firstOfMonth : addDays(closedUntil, 1);
  return { suggested: firstOpen > firstOfMonth ? firstOpen : firstOfMonth, closedUntil };
}
