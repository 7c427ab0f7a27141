import type { Deposit, Integration } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";
import { homeCurrency, sourceName } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { loadDateFormat } from "@/server/work/company";
import { amountText, dayText } from "./reason-words";

type Titled = Pick<Deposit, "amount" | "currency" | "txnDate"> & {
  integration: Pick<Integration, "provider" | "displayName">;
};

interface CompanyFormats {
  homeCurrency: string;
  dateFormat: DateFormat;
}

/** What {@link depositTitle} writes amounts and dates by. */
export async function companyFormats(tx: Tx, ctx: CompanyContext): Promise<CompanyFormats> {
  return {
    homeCurrency: await homeCurrency(ctx, tx),
    dateFormat: await loadDateFormat(ctx, tx),
  };
}

/** What a deposit is called in a message: "Stripe payout −3,680.20 (Nov 12)". */
export function depositTitle(
  deposit: Titled,
  { homeCurrency: home, dateFormat }: CompanyFormats,
): string {
  const { amount, currency, txnDate, integration } = deposit;
  const sum = amountText(Number(amount), { currency, homeCurrency: home });
  // A message is read long after the day.
  const day = dayText(dateText(txnDate), { txnDate: new Date(), dateFormat });
  return `${sourceName(integration.provider, integration.displayName)} payout ${sum} (${day})`;
}

/** {@link depositTitle} of a deposit of the company. */
export async function titleOfDeposit(tx: Tx, ctx: CompanyContext, id: number): Promise<string> {
  const deposit = await tx.deposit.findUniqueOrThrow({
    where: { companyId_id: { companyId: ctx.companyId, id } },
    select: {
      amount: true,
      currency: true,
      txnDate: true,
      integration: { select: { provider: true, displayName: true } },
    },
  });
  return depositTitle(deposit, await companyFormats(tx, ctx));
}
