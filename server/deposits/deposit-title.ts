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

/** {@link depositTitle} of deposits of the company, by id. */
export async function titlesOfDeposits(
  tx: Tx,
  ctx: CompanyContext,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const deposits = await tx.deposit.findMany({
    where: { companyId: ctx.companyId, id: { in: [...ids] } },
    select: {
      id: true,
      amount: true,
      currency: true,
      txnDate: true,
      integration: { select: { provider: true, displayName: true } },
    },
  });
  const formats = await companyFormats(tx, ctx);
  return new Map(deposits.map((deposit) => [deposit.id, depositTitle(deposit, formats)]));
}

/** {@link depositTitle} of a deposit of the company. */
export async function titleOfDeposit(tx: Tx, ctx: CompanyContext, id: number): Promise<string> {
  const title = (await titlesOfDeposits(tx, ctx, [id])).get(id);
  if (title === undefined) throw new Error(`Deposit ${id} isn't the company's`);
  return title;
}
