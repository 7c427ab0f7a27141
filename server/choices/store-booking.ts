import type { DepositLine } from "@/generated/prisma/client";
import type { BookingKind } from "@/lib/contracts/values/bookings";
import type { EntryTags } from "@/lib/settlement";
import { recordAudit } from "@/server/audit/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { type DecidingRule, ruleFacts } from "./rule-facts";

interface Booking {
  line: Pick<DepositLine, "id" | "depositId">;
  kind: BookingKind;
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
