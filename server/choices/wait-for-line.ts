import type { BodyOf } from "@/lib/contracts/endpoint";
import type { waitForLine as contract } from "@/lib/contracts/planned-payments";
import { dateInZone } from "@/lib/dates";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { recordAudit } from "@/server/audit/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { requireOpenLines } from "./require-open-lines";

/**
 * Puts a line aside until a day, with a note: nobody is asked about it before, and a payment that comes meanwhile
 * is still matched. `until` null asks again.
 * @throws NotFoundError; ConflictError when the line is decided, posted or being posted; UnusableInputError for a day
 *   that has begun.
 */
export async function waitForLine(
  ctx: CompanyContext,
  { deposit_id, line_id, until, note = "" }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    await requireOpenLines(tx, ctx, { deposit_id, line_ids: [line_id] });
    if (until !== null && until <= (await todayOf(tx, ctx))) {
      const message = "Choose a day after today.";
      throw new UnusableInputError(message, { fields: { until: message } });
    }
    await tx.depositLine.update({
      where: { companyId_id: { companyId, id: line_id } },
      data: {
        waitUntil: until === null ? null : new Date(until),
        waitNote: until === null ? "" : note,
      },
    });
    await recordAudit(tx, ctx, {
      action: until === null ? "deposit.line_asked_again" : "deposit.line_waits",
      entity: "deposit",
      entityId: deposit_id,
      data: { lineIds: [line_id], until, ...(note && { message: note }) },
    });
  });
  return { message: until === null ? "No longer put aside" : "Line put aside" };
}

/** The calendar day in the company's time zone. */
export async function todayOf(tx: Tx, { companyId }: CompanyContext): Promise<string> {
  const settings = await tx.companySettings.findUnique({ where: { companyId } });
  return dateInZone(new Date(), settings?.timeZone ?? DEFAULT_TIME_ZONE);
}
