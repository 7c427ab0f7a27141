import type { Integration } from "@/generated/prisma/client";
import type { DiscountSettings } from "@/lib/contracts/discount-settings";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { savePaymentAccount as contract } from "@/lib/contracts/payment-account";
import { counted } from "@/lib/counted";
import { type DateFormat, dayInWords } from "@/lib/format-date";
import type { ProviderId } from "@/lib/providers/list";
import { providerName, requireIntegration, requireLedger } from "@/server/connections/find";
import {
  applyPaymentAccount,
  hasUndepositedFunds,
  type PaymentAccount,
  paymentAccountsSetting,
} from "@/server/connections/payment-account";
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
import { enqueue } from "@/server/platform/queue/enqueue";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { loadDateFormat, requestAutoMatch } from "@/server/work/company";
import { releaseBlockedPostings } from "@/server/work/postings";
import { checkPaymentAccounts } from "./check-payment-accounts";
import { partStoredBatches } from "./part-stored-batches";

type Effect = Omit<ResponseOf<typeof contract>, "message">;

/**
 * Stores the accounts whose payments are matched, each with its day and, in a ledger without Undeposited Funds, whose
 * payments wait there. Payments are opened and closed by it, and matches that used a closed one, or one that waits for
 * another source now, are released. What is posted stays as it is, and what is being sent goes through.
 * @throws ConflictError when no ledger is connected; UnusableInputError when payments can't wait so.
 */
export async function savePaymentAccount(
  ctx: CompanyContext,
  input: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const ledger = await requireLedger(ctx);
  const chosen = await checkPaymentAccounts(ctx, ledger, input);
  const effect = await withCompanyLock(ctx, async (tx) => {
    await mergeSettings(tx, ctx, ledger, paymentAccountsSetting(chosen));
    const changed = await applyPaymentAccount(tx, ctx);
    const unmatched = await releaseUnusableMatches(tx, ctx, {
      action: "deposit.payments_closed",
      message: `The accounts of its payments were changed in ${providerName(ledger.provider)} Settings.`,
    });
    await requestAutoMatch(tx, ctx);
    return { ...changed, unmatched };
  });
  await releaseBlockedPostings(ctx);
  await enqueue("auto-match", { companyId: ctx.companyId });
  const are = nowMatched(ledger, chosen, await loadDateFormat(ctx));
  return { message: messageOf(are, effect), ...effect };
}

/** Which payments are matched from now on. */
function nowMatched(
  ledger: Pick<Integration, "provider">,
  chosen: readonly PaymentAccount[],
  format: DateFormat,
): string {
  const [first, ...others] = chosen;
  if (first && others.length === 0) {
    return `Payments in ${first.name} dated ${dayInWords(first.from, format)} or later are now matched`;
  }
  if (first) return `Payments in ${chosen.length} accounts are now matched`;
  return hasUndepositedFunds(ledger)
    ? "Only payments in Undeposited Funds are matched"
    : "No payments are matched until you choose the account that they wait in";
}

function messageOf(are: string, { opened, closed, unmatched }: Effect): string {
  const parts = [are];
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
