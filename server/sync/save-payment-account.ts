import type { DiscountSettings } from "@/lib/contracts/discount-settings";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { savePaymentAccount as contract } from "@/lib/contracts/payment-account";
import { counted } from "@/lib/counted";
import { type DateFormat, dayInWords } from "@/lib/format-date";
import type { ProviderId } from "@/lib/providers/list";
import {
  homeCurrency,
  providerName,
  requireIntegration,
  requireLedger,
} from "@/server/connections/find";
import {
  applyPaymentAccount,
  canHoldPayments,
  type PaymentAccount,
  paymentAccountSetting,
} from "@/server/connections/payment-account";
import { requirePostable } from "@/server/connections/postable-accounts";
import {
  hasDiscount,
  mergeSettings,
  readDiscount,
  readFunding,
  type StoredDiscount,
  type StoredFunding,
} from "@/server/connections/settings";
import { recalculatePredictedFees } from "@/server/deposits/recalculate-predicted-fees";
import { releaseUnusableMatches } from "@/server/matches/write-matches";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import { enqueue } from "@/server/platform/queue/enqueue";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { loadDateFormat, requestAutoMatch } from "@/server/work/company";
import { releaseBlockedPostings } from "@/server/work/postings";
import { partStoredBatches } from "./part-stored-batches";

type Input = BodyOf<typeof contract>;
type Effect = Omit<ResponseOf<typeof contract>, "message">;

/**
 * Stores the account whose payments are matched in addition to those in Undeposited Funds, and from which day on; or takes it
 * back. Payments are opened and closed by it, and matches that used a closed one are released. What is posted stays as
 * it is, and what is being sent goes through.
 * @throws ConflictError when QuickBooks is not connected; UnusableInputError when payments can't wait in the account.
 */
export async function savePaymentAccount(
  ctx: CompanyContext,
  { account_id, from }: Input,
): Promise<ResponseOf<typeof contract>> {
  const integration = await requireLedger(ctx);
  const chosen = account_id === null ? null : await requireHolding(ctx, account_id, from);
  const effect = await withCompanyLock(ctx, async (tx) => {
    await mergeSettings(tx, ctx, integration, paymentAccountSetting(chosen));
    const changed = await applyPaymentAccount(tx, ctx);
    const unmatched = await releaseUnusableMatches(tx, ctx, {
      action: "deposit.payments_closed",
      message: "The account or the day of its payments was changed in QuickBooks Settings.",
    });
    await requestAutoMatch(tx, ctx);
    return { ...changed, unmatched };
  });
  await releaseBlockedPostings(ctx);
  await enqueue("auto-match", { companyId: ctx.companyId });
  const message = messageOf(chosen, effect, await loadDateFormat(ctx));
  return { message, ...effect };
}

async function requireHolding(
  ctx: CompanyContext,
  id: string,
  from: string,
): Promise<PaymentAccount> {
  const currency = await homeCurrency(ctx);
  const field = "account_id";
  const account = await requirePostable(ctx, { id, currencies: [currency], field });
  if (!canHoldPayments(account, { bankId: null, currency })) {
    const message = `${account.name} is neither a bank account nor an other current asset, so no payments wait there. Choose another account.`;
    throw new UnusableInputError(message, { fields: { [field]: message } });
  }
  return { id: account.id, name: account.name, currency, from };
}

function messageOf(
  chosen: PaymentAccount | null,
  { opened, closed, unmatched }: Effect,
  format: DateFormat,
): string {
  const parts = [
    chosen
      ? `Payments in ${chosen.name} dated ${dayInWords(chosen.from, format)} or later are now matched`
      : "Only payments in Undeposited Funds are matched",
  ];
  if (opened > 0) parts.push(`${counted(opened, "more payment")} can be matched`);
  if (closed > 0) parts.push(`${counted(closed, "payment")} can't be matched any more`);
  if (unmatched > 0) parts.push(`${counted(unmatched, "deposit")} went back to pending`);
  return parts.join(". ");
}

/**
 * Stores the discount rate of a source that does not report its fees and the days until its money is at the bank, and
 * predicts the fees and dates of all unmatched deposits by them, in one transaction. Matched deposits keep theirs; only
 * the very first setting also applies to matched deposits that are not posted. Whether American Express is apart applies to
 * all that isn't posted; of matches that a user decided, again only the very first time.
 * @throws ConflictError when the source is not connected.
 */
export async function saveDiscount(
  ctx: CompanyContext,
  provider: ProviderId,
  input: DiscountSettings,
): Promise<{ message: string }> {
  const integration = await requireIntegration(ctx, provider);
  const stored = readDiscount(integration.settings);
  const echeckPercent = input.echeck_percent ?? stored.echeckPercent;
  const echeckFixed = input.echeck_fixed ?? stored.echeckFixed;
  const funding = readFunding(integration.settings);
  const settings: StoredDiscount & StoredFunding = {
    discountPercent: twoDecimals(input.discount_percent),
    discountFixed: twoDecimals(input.discount_fixed),
    discountTiming: input.discount_timing,
    ...(echeckPercent !== undefined && { echeckPercent: twoDecimals(echeckPercent) }),
    ...(echeckFixed !== undefined && { echeckFixed: twoDecimals(echeckFixed) }),
    cardDays: input.card_days ?? funding.cardDays,
    echeckDays: input.echeck_days ?? funding.echeckDays,
    amexApart: input.amex_apart ?? funding.amexApart,
    amexDays: input.amex_days ?? funding.amexDays,
  };
  const isFirst = !hasDiscount(integration.settings);
  const { changed, kept } = await withCompanyLock(ctx, async (tx) => {
    await mergeSettings(tx, ctx, integration, settings);
    const parted = await partStoredBatches(tx, ctx, integration.id, { decidedToo: isFirst });
    const how = { matchedToo: isFirst };
    const predicted = await recalculatePredictedFees(tx, ctx, integration.id, how);
    return { changed: parted.changed + predicted, kept: parted.kept };
  });
  if (changed > 0) await enqueue("auto-match", { companyId: ctx.companyId });
  const saved = `${providerName(provider)} settings saved successfully`;
  if (kept === 0) return { message: saved };
  const stay = kept === 1 ? "stays as it is" : "stay as they are";
  return {
    message: `${saved}. ${counted(kept, "deposit")} whose match you confirmed ${stay}: undo the match to change that`,
  };
}

/** "2.9" → "2.90"; keeps further decimals, drops leading zeros. */
function twoDecimals(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return `${Number(whole)}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}
