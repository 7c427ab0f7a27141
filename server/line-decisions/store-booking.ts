import type { DepositLine } from "@/generated/prisma/client";
import type { BookableKind, BookingKind } from "@/lib/contracts/values/bookings";
import type { EntryTags } from "@/lib/settlement";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { type DecidingRule, ruleFacts } from "./require-open-lines";

interface Booking {
  line: Pick<DepositLine, "id" | "depositId">;
  kind: BookingKind | BookableKind;
  account: { id: string; name: string };
  /** All lines of its kind go there, so that this one needs none of its own. */
  always: boolean;
  /** The customer and the class that it is booked for, for the record. */
  tags?: EntryTags;
}

/** Writes where a line is booked, with its audit row; in the caller's transaction, after its checks. */
export async function storeBooking(
  tx: Tx,
  ctx: CompanyContext,
  { line, kind, account, always, tags }: Booking,
  rule: DecidingRule | null = null,
): Promise<void> {
  const own = always ? null : account;
  const [accountId, accountName] = [own?.id ?? null, own?.name ?? null];
  await tx.depositLine.update({
    where: { companyId_id: { companyId: ctx.companyId, id: line.id } },
    data:
      kind === "dispute_fee"
        ? { feeAccountId: accountId, feeAccountName: accountName }
        : { accountId, accountName },
  });
  await recordAudit(tx, ctx, {
    action: "deposit.line_booked",
    entity: "deposit",
    entityId: line.depositId,
    data: {
      ...{ line: line.id, kind, accountId: account.id, account: account.name, always },
      ...(tags?.customer && { customer: tags.customer.name }),
      ...(tags?.class && { class: tags.class.name }),
      ...ruleFacts(rule),
    },
  });
}

/** Writes for whom and for what part of the business a line is booked. Null takes one back; undefined leaves it. */
export async function tagLine(
  tx: Tx,
  { companyId }: CompanyContext,
  { id }: Pick<DepositLine, "id">,
  { customer, class: ofClass }: { [Tag in keyof EntryTags]?: EntryTags[Tag] | null },
): Promise<void> {
  if (customer === undefined && ofClass === undefined) return;
  await tx.depositLine.update({
    where: { companyId_id: { companyId, id } },
    data: {
      ...(customer !== undefined && {
        bookedCustomerId: customer?.id ?? null,
        bookedCustomerName: customer?.name ?? null,
      }),
      ...(ofClass !== undefined && {
        classId: ofClass?.id ?? null,
        className: ofClass?.name ?? null,
      }),
    },
  });
}
