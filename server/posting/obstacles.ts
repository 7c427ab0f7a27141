import type { Integration } from "@/generated/prisma/client";
import { type CalendarDate, dateText } from "@/lib/dates";
import { dayInWords } from "@/lib/format-date";
import type { PayoutKind } from "@/server/connections/bank-accounts";
import { readCompanyFacts, refreshCompanyFacts } from "@/server/connections/company-facts";
import { providerName } from "@/server/connections/find";
import { readPaymentAccount } from "@/server/connections/payment-account";
import {
  type ClearingSettings,
  type LedgerSettings,
  readLedgerSettings,
} from "@/server/connections/settings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { isAbroad } from "@/server/providers/errors";
import type { DepositDraft, LedgerDeposit } from "@/server/providers/ledger";
import { loadDateFormat } from "@/server/work/company";
import { type ClaimedPosting, type Obstacle, settlePosting } from "./claim-posting";
import { plannedOf } from "./create-planned-payments";
import { bookedOn, firstOpenDay } from "./open-day-posting";
import { readFacts } from "./recorded-elsewhere/facts";
import { judgeExisting } from "./recorded-elsewhere/judge-existing";
import { storeSuggestions } from "./recorded-elsewhere/suggestions";

export const CONNECT: Obstacle = {
  reason: "Connect QuickBooks to post this deposit.",
  code: "not_connected",
};
export const RECONNECT: Obstacle = {
  reason: "Reconnect QuickBooks to post this deposit.",
  code: "not_connected",
};

/** Why a Deposit's own lines can't be booked as they are; null when they can. No provider call. */
export function accountObstacle(
  draft: DepositDraft,
  { bank, integration }: { bank: LedgerSettings; integration: Integration },
): Obstacle | null {
  const booked = draft.payments.flatMap(({ line }) => line ?? []);
  if (draft.entries.some(({ accountId }) => accountId === bank.bankId)) {
    return {
      reason: `${bank.bankName} is the bank account that this deposit goes to, and one of its lines is booked there. Choose another account.`,
      code: "account_unusable",
    };
  }
  if (booked.some(({ accountId }) => accountId === bank.bankId)) {
    return {
      reason: `${bank.bankName} is the bank account that this deposit goes to, and one of its payments was booked there. Choose another bank account in QuickBooks Settings, or undo the match.`,
      code: "bank_missing",
    };
  }
  const facts = readCompanyFacts(integration);
  const isTaxed = draft.taxCodeId !== undefined && (facts === null || isAbroad(facts));
  if (!isTaxed || booked.length === 0) return null;
  const account = readPaymentAccount(integration.settings)?.name ?? "another account";
  return {
    // When fees are taxed QuickBooks wants a tax code on every line; a moved payment can't have one.
    reason: `Its fees carry a tax code, and its payments from ${account} must not be taxed. Take the tax code off in Settings, under Fees and other lines, or choose no such account in QuickBooks Settings.`,
    code: "tax_code_unusable",
  };
}

/**
 * Why there is no bank account for these payouts, and what to do.
 * @param settings of the connected books, as they are stored.
 * @param home the books' currency.
 */
export function bankMissing(
  settings: unknown,
  { source, currency }: PayoutKind,
  home: string,
): Obstacle {
  const code = "bank_missing";
  const company = readLedgerSettings(settings);
  if (!company) return { reason: "Choose a bank account in QuickBooks Settings.", code };
  if (currency === home) {
    const reason = `${company.bankName} is in ${company.bankCurrency}, but this payout is in ${currency}. Choose another bank account in QuickBooks Settings.`;
    return { reason, code };
  }
  const reason = `This payout is in ${currency}. Choose a bank account for ${providerName(source)} payouts in ${currency} in QuickBooks Settings.`;
  return { reason, code };
}

/**
 * Why QuickBooks would refuse an account that the Deposit goes to or is balanced by: apart from the books' home
 * currency, a Deposit can only touch accounts in its own. Null when they fit. No provider call: the currency
 * of an account can't be changed, and was stored when the account was chosen.
 */
export async function currencyObstacle(
  ctx: CompanyContext,
  { deposit }: ClaimedPosting,
  { bank, clearing }: { bank: LedgerSettings; clearing: ClearingSettings | null },
): Promise<Obstacle | null> {
  const { bankCurrency, currency: paid } = deposit;
  if (bankCurrency !== null) {
    const reason = `This payout is in ${paid}, but it was paid into a bank account in ${bankCurrency}, and its amount there isn't known. Record it in QuickBooks with the amount on your bank statement, then mark it as booked elsewhere.`;
    return { reason, code: "currency_differs" };
  }
  const { currency: home } = await db(ctx).company.findUniqueOrThrow({
    where: { id: ctx.companyId },
    select: { currency: true },
  });
  const fits = (currency: string) => currency === home || currency === deposit.currency;
  if (!fits(bank.bankCurrency)) {
    return otherCurrency(bank.bankName, bank.bankCurrency, deposit.currency, "bank");
  }
  // Only a payout below zero is balanced.
  if (deposit.amount < 0n && clearing && !fits(clearing.clearingCurrency)) {
    return otherCurrency(
      clearing.clearingName,
      clearing.clearingCurrency,
      deposit.currency,
      "clearing",
    );
  }
  return null;
}

function otherCurrency(name: string, kept: string, payout: string, kind: string): Obstacle {
  const reason = `${name} is in ${kept}, but this payout is in ${payout}. Choose another ${kind} account in QuickBooks Settings.`;
  return { reason, code: "currency_differs" };
}

/**
 * Why the books take nothing dated as a posting's Deposit, or a receipt created for it; null when they do. What is
 * kept with the connection decides; where that says no, it is read anew, so that reopened books count at once.
 * @param refused QuickBooks has just said that they are closed.
 * @throws ProviderError.
 */
export async function closedBooksObstacle(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  integration: Integration,
  { refused = false } = {},
): Promise<Obstacle | null> {
  const { deposit } = posting;
  const dates = [deposit, ...plannedOf(posting)].map(({ txnDate }) =>
    bookedOn(dateText(txnDate), deposit.earliestDate),
  );
  const isClosed = (until: CalendarDate | null) =>
    until !== null && dates.some((date) => date <= until);
  const known = readCompanyFacts(integration);
  if (known && !refused && !isClosed(known.closedUntil)) return null;
  const { closedUntil } = await refreshCompanyFacts(ctx, integration);
  if (closedUntil === null || !isClosed(closedUntil)) return null;
  const format = await loadDateFormat(ctx);
  const openDay = dayInWords(firstOpenDay(closedUntil), format);
  const reason = `The books are closed through ${dayInWords(closedUntil, format)}: post with the date ${openDay}, or ask your accountant.`;
  return { reason, code: "books_closed" };
}

/**
 * Why a Deposit isn't created yet: QuickBooks may have this payout already, deposited by hand. A user says whether
 * it does. Null when nothing looks like it.
 * @param look.nearby the Deposits of about these days.
 */
export async function lookalikeObstacle(
  ctx: CompanyContext,
  { deposit }: ClaimedPosting,
  look: { integration: Integration; draft: DepositDraft; nearby: LedgerDeposit[] },
): Promise<Obstacle | null> {
  const { integration, ...books } = look;
  const alike = await findLookalike(ctx, integration, {
    ...{ depositId: deposit.id, date: dateText(deposit.txnDate), ...books },
  });
  if (!alike) return null;
  const date = dayInWords(alike.date, await loadDateFormat(ctx));
  const reason = `QuickBooks may have this payout already: Deposit ${alike.id} of ${date} has the same total. Link to it, or say that it isn't this payout.`;
  return { reason, code: "maybe_booked" };
}

/** A sync notices that the day has come; it may be later than midnight. */
const LOOK_AGAIN_MS = 3_600_000;

/**
 * Puts off the posting of a settled batch that the bank doesn't have yet: a match made before the days to the bank were
 * set, since none is made in the meantime. What may have been sent is not put off.
 * @returns whether it was.
 */
export async function waitForBank(ctx: CompanyContext, posting: ClaimedPosting): Promise<boolean> {
  const { payoutStatus, settledOn, txnDate } = posting.deposit;
  const waits = payoutStatus === "in_transit" && settledOn !== null && !posting.outcomeUnknown;
  if (!waits) return false;
  const day = dayInWords(dateText(txnDate), await loadDateFormat(ctx));
  await settlePosting(ctx, posting, {
    state: "queued",
    message: `Posted on ${day}, when your bank has the money.`,
    nextAttemptAt: new Date(Math.max(txnDate.getTime(), Date.now() + LOOK_AGAIN_MS)),
  });
  return true;
}

/**
 * The last look before a Deposit is created: whether the books have one that may be this payout's, without its id
 * and without our payments. It is stored for the user, who links to it or says that it isn't.
 * @param look.date of the payout; `nearby`: the Deposits of about these days.
 */
async function findLookalike(
  ctx: CompanyContext,
  integration: Integration,
  look: { depositId: number; date: string; draft: DepositDraft; nearby: LedgerDeposit[] },
): Promise<LedgerDeposit | null> {
  const { depositId, date, draft, nearby } = look;
  // Mostly there is none, and nothing more is read.
  const alike = nearby.filter(
    ({ total, currency, payments }) =>
      total === draft.total && currency === draft.currency && payments.length === 0,
  );
  if (alike.length === 0) return null;
  const span = { from: date, to: date };
  const { payouts, existing } = await db(ctx).$transaction((tx) =>
    readFacts(tx, ctx, integration, { span, deposits: alike, sending: depositId }),
  );
  const own = judgeExisting(payouts, existing).find(({ payoutId }) => payoutId === depositId);
  const found = alike.find(({ id }) => id === own?.existingId);
  if (!own || !found) return null;
  await withCompanyLock(ctx, (tx) =>
    storeSuggestions(tx, ctx, integration, [
      { depositId, existing: found, evidence: own.evidence },
    ]),
  );
  return found;
}
