import type { DepositLine } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { waitForLine as contract } from "@/lib/contracts/planned-payments";
import type { CalendarDate } from "@/lib/dates";
import { formatDay } from "@/lib/format-date";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { loadDateFormat, loadToday } from "@/server/work/company";
import { type DecidingRule, requireOpenLines, ruleFacts, takeBackDecisions } from "./decide-lines";

/**
 * Puts a line aside until a day, with a note: nobody is asked about it before, and a payment that comes meanwhile
 * is still matched. `until` null asks again.
 * @throws NotFoundError; ConflictError when the line is decided, posted or being posted; UnusableInputError for a day
 *   that has begun.
 */
export async function postponeLine(
  ctx: CompanyContext,
  { deposit_id, line_id, until, note = "", replace }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const today = await loadToday(ctx);
  await withCompanyLock(ctx, async (tx) => {
    if (replace) await takeBackDecisions(tx, ctx, { deposit_id, line_ids: [line_id] });
    await requireOpenLines(tx, ctx, { deposit_id, line_ids: [line_id] });
    if (until !== null && until <= today) {
      const message = "Choose a day after today.";
      throw new UnusableInputError(message, { fields: { until: message } });
    }
    await storePostponed(tx, ctx, { id: line_id, depositId: deposit_id }, { until, note });
  });
  const year = Number(today.slice(0, 4));
  const day = until === null ? "" : formatDay(until, await loadDateFormat(ctx), year);
  return { message: until === null ? "No longer postponed" : `Line postponed until ${day}` };
}

/** Writes until when a line waits, with its audit row; in the caller's transaction, after its checks. */
export async function storePostponed(
  tx: Tx,
  ctx: CompanyContext,
  { id, depositId }: Pick<DepositLine, "id" | "depositId">,
  { until, note }: { until: CalendarDate | null; note: string },
  rule: DecidingRule | null = null,
): Promise<void> {
  await tx.depositLine.update({
    where: { companyId_id: { companyId: ctx.companyId, id } },
    data: {
      waitUntil: until === null ? null : new Date(until),
      waitNote: until === null ? "" : note,
    },
  });
  await recordAudit(tx, ctx, {
    action: until === null ? "deposit.line_asked_again" : "deposit.line_waits",
    entity: "deposit",
    entityId: depositId,
    data: { lineIds: [id], until, ...(note && { message: note }), ...ruleFacts(rule) },
  });
}
