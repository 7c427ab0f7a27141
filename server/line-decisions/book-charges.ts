import type { DepositLine } from "@/generated/prisma/client";
import type { EntryTags, Named } from "@/lib/settlement";
import { recordAudit } from "@/server/platform/record-audit";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { acceptChoices } from "./accept-choices";
import { type DecidingRule, ruleFacts } from "./rule-facts";

/** A charge that no payment records, and the line of the Deposit that records it instead. */
export interface ChargeBooking {
  deposit: DepositWithLines;
  line: DepositLine;
  account: Named;
  tags: EntryTags;
  memo: string;
}

/**
 * Books charges to accounts: accepted matches without a payment, whose amount is on an account. So the line counts as
 * decided, the sum and the journal have it, and an undo takes it back, as with any choice. In the caller's transaction,
 * under the company's lock, after its checks.
 */
export async function bookCharges(
  tx: Tx,
  ctx: CompanyContext,
  bookings: readonly ChargeBooking[],
  rule: DecidingRule | null = null,
): Promise<void> {
  await acceptChoices(
    tx,
    ctx,
    bookings.map(({ deposit, line, account, tags, memo }) => ({
      deposit,
      lineIds: [line.id],
      paymentIds: [],
      difference: -Number(line.gross),
      adjustments: [
        {
          ...{ kind: "account", amount: Number(line.gross), ...tags },
          ...{ accountId: account.id, accountName: account.name },
          description: memo || line.description,
        },
      ],
      texts: [`Booked to ${account.name}`, ...(rule ? [`Rule: ${rule.text}`] : [])],
    })),
  );
  for (const { deposit, line, account, tags } of bookings) {
    await recordAudit(tx, ctx, {
      action: "deposit.line_booked",
      entity: "deposit",
      entityId: deposit.id,
      data: {
        ...{ line: line.id, kind: "charge", accountId: account.id, account: account.name },
        always: false,
        ...(tags.customer && { customer: tags.customer.name }),
        ...(tags.class && { class: tags.class.name }),
        ...ruleFacts(rule),
      },
    });
  }
}
