import type { Deposit, Integration } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import { providerName } from "@/server/connections/find";
import { homeCurrency } from "@/server/connections/home-currency";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { amountText, dayText } from "./reason-words";

type Titled = Pick<Deposit, "amount" | "currency" | "txnDate"> & {
  integration: Pick<Integration, "provider">;
};

/** What a deposit is called in a message: "Stripe payout −3,680.20 (Nov 12)". */
export function depositTitle(deposit: Titled, home: string): string {
  const { amount, currency, txnDate, integration } = deposit;
  const sum = amountText(Number(amount), { currency, homeCurrency: home });
  // A message is read long after the day.
  const day = dayText(dateText(txnDate), { txnDate: new Date() });
  return `${providerName(integration.provider)} payout ${sum} (${day})`;
}

/** {@link depositTitle} of a deposit of the company. */
export async function titleOfDeposit(tx: Tx, ctx: CompanyContext, id: number): Promise<string> {
  const deposit = await tx.deposit.findUniqueOrThrow({
    where: { companyId_id: { companyId: ctx.companyId, id } },
    select: {
      amount: true,
      currency: true,
      txnDate: true,
      integration: { select: { provider: true } },
    },
  });
  return depositTitle(deposit, await homeCurrency(ctx, tx));
}
