import type { Integration } from "@/generated/prisma/client";
import { reportsFees } from "@/lib/providers/list";
import { bankFor, type PayoutKind } from "@/server/connections/bank-accounts";
import { readCompanyFacts } from "@/server/connections/company-facts";
import { providerName, sourceName } from "@/server/connections/find";
import { readLineDefaults } from "@/server/connections/line-settings";
import { accountForPayouts, readPaymentAccounts } from "@/server/connections/payment-account";
import {
  type ClearingSettings,
  type LedgerSettings,
  readClearingSettings,
  readLedgerSettings,
  readSourceSettings,
} from "@/server/connections/settings";
import { isAbroad } from "@/server/providers/errors";
import type { DepositDraft, LedgerCapabilities } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { wordsOf } from "@/server/work/ledger-words";
import type { ClaimedPosting, Obstacle } from "./claim-posting";
import { categoryMissing, draftDeposit } from "./draft";

type PostedDeposit = ClaimedPosting["deposit"];

/** What a deposit's obstacles are told by without its lines. */
export type PostedFacts = Pick<PostedDeposit, "amount" | "currency" | "bankCurrency"> & {
  /** Its source, with the settings as they are stored. */
  integration: Pick<Integration, "provider" | "displayName" | "settings">;
};

/** The connected books, and their home currency. */
export interface BooksFacts {
  integration: Integration;
  /** ISO 4217. */
  home: string;
}

/** The accounts that a posting is sent with. */
export interface Prepared {
  choices: Parameters<typeof draftDeposit>[1];
  draft: DepositDraft;
  clearing: ClearingSettings | null;
}

/**
 * The Deposit of a posting, or what a user has to supply before: the first obstacle counts. No provider call.
 * @throws what {@link draftDeposit} throws.
 */
export function prepareDraft(
  posting: Pick<ClaimedPosting, "deposit">,
  books: BooksFacts,
): Prepared | Obstacle {
  const { provider, displayName, settings } = posting.deposit.integration;
  const obstacle = settingObstacle(posting.deposit, books);
  if (obstacle) return obstacle;
  const bank = bankOf(posting.deposit, books);
  if (!bank) throw new Error("a posting without a bank account has no obstacle");
  const clearing = readClearingSettings(books.integration.settings);
  const choices = {
    bankAccountId: bank.bankId,
    categoryId: readSourceSettings(settings)?.categoryId ?? null,
    clearingId: clearing?.clearingId ?? null,
    waitingIn:
      accountForPayouts(readPaymentAccounts(books.integration.settings), posting.deposit)?.id ??
      null,
    sourceName: sourceName(provider, displayName),
    lines: readLineDefaults(settings),
    books: { ...capabilitiesOf(books), words: wordsOf(books.integration.provider) },
  };
  const draft = draftDeposit(posting, choices);
  if ("code" in draft) return draft;
  return accountObstacle(draft, bank, books) ?? { choices, draft, clearing };
}

/** What is missing in the settings for a deposit, whatever its lines are; null when nothing is. No provider call. */
export function settingObstacle(deposit: PostedFacts, books: BooksFacts): Obstacle | null {
  const { provider, displayName, settings } = deposit.integration;
  const bank = bankOf(deposit, books);
  if (!bank) return bankMissing(books, { source: provider, currency: deposit.currency });
  // The dialog that asks for the category asks for the rate too: before, the whole batch is a guess.
  if (!reportsFees(provider) && !readSourceSettings(settings)) {
    return categoryMissing(sourceName(provider, displayName));
  }
  const clearing = readClearingSettings(books.integration.settings);
  return currencyObstacle(deposit, { bank, clearing }, books);
}

function capabilitiesOf({ integration }: BooksFacts): LedgerCapabilities {
  return getLedger(integration.provider).capabilities;
}

function nameOf({ integration }: BooksFacts): string {
  return providerName(integration.provider);
}

/** Whether the fees of a source have an account. */
export function hasCategory(settings: unknown): boolean {
  return readSourceSettings(settings) !== null;
}

function bankOf({ integration, currency }: PostedFacts, books: BooksFacts): LedgerSettings | null {
  return bankFor(books.integration.settings, { source: integration.provider, currency });
}

/** Why a Deposit's own lines can't be booked as they are; null when they can. */
function accountObstacle(
  draft: DepositDraft,
  bank: LedgerSettings,
  books: BooksFacts,
): Obstacle | null {
  const { integration } = books;
  const name = nameOf(books);
  const booked = draft.payments.flatMap(({ line }) => line ?? []);
  if (draft.entries.some(({ accountId }) => accountId === bank.bankId)) {
    return {
      reason: `${bank.bankName} is the bank account that this deposit goes to, and one of its lines is booked there. Choose another account.`,
      code: "account_unusable",
    };
  }
  const accounts = [...booked.map(({ accountId }) => accountId), draft.clearingAccountId];
  if (accounts.includes(bank.bankId)) {
    return {
      reason: `${bank.bankName} is the bank account that this deposit goes to, and one of its payments was booked there. Choose another bank account in ${name} Settings, or undo the match.`,
      code: "bank_missing",
    };
  }
  const nameOfAccount = (id: string | undefined) =>
    readPaymentAccounts(integration.settings).find((each) => each.id === id)?.name;
  if (draft.entries.some(({ accountId }) => accountId === draft.clearingAccountId)) {
    return {
      reason: `${nameOfAccount(draft.clearingAccountId) ?? "One account"} is where its payments wait, and one of its lines is booked there. Choose another account.`,
      code: "account_unusable",
    };
  }
  const facts = readCompanyFacts(integration);
  const isTaxed = draft.taxCodeId !== undefined && (facts === null || isAbroad(facts));
  if (!isTaxed || booked.length === 0) return null;
  const account = nameOfAccount(booked[0]?.accountId) ?? "another account";
  return {
    // When fees are taxed QuickBooks wants a tax code on every line; a moved payment can't have one.
    reason: `Its fees carry a tax code, and its payments from ${account} must not be taxed. Take the tax code off in Settings, under Fees and other lines, or choose no such account in ${name} Settings.`,
    code: "tax_code_unusable",
  };
}

/** Why there is no bank account for these payouts, and what to do. */
function bankMissing(books: BooksFacts, { source, currency }: PayoutKind): Obstacle {
  const code = "bank_missing";
  const name = nameOf(books);
  const company = readLedgerSettings(books.integration.settings);
  if (!company) return { reason: `Choose a bank account in ${name} Settings.`, code };
  if (currency === books.home) {
    const reason = `${company.bankName} is in ${company.bankCurrency}, but this payout is in ${currency}. Choose another bank account in ${name} Settings.`;
    return { reason, code };
  }
  const reason = `This payout is in ${currency}. Choose a bank account for ${providerName(source)} payouts in ${currency} in ${name} Settings.`;
  return { reason, code };
}

/**
 * Why the books would refuse an account that the Deposit goes to or is balanced by: a Deposit can only touch accounts in
 * its own currency and, where it names its payments, those in the home currency. Null when they fit. The currency of an
 * account can't be changed, and was stored when the account was chosen.
 */
function currencyObstacle(
  { amount, currency: paid, bankCurrency }: PostedFacts,
  { bank, clearing }: { bank: LedgerSettings; clearing: ClearingSettings | null },
  books: BooksFacts,
): Obstacle | null {
  const name = nameOf(books);
  const { payments, belowZero } = capabilitiesOf(books);
  if (bankCurrency !== null) {
    const reason = `This payout is in ${paid}, but it was paid into a bank account in ${bankCurrency}, and its amount there isn't known. Record it in ${name} with the amount on your bank statement, then mark it as booked elsewhere.`;
    return { reason, code: "currency_differs" };
  }
  const fits = (currency: string) =>
    currency === paid || (payments === "linked" && currency === books.home);
  const choose = (kind: string) => `Choose another ${kind} account in ${name} Settings.`;
  if (!fits(bank.bankCurrency)) {
    return otherCurrency(bank.bankName, bank.bankCurrency, paid, choose("bank"));
  }
  // Only a payout below zero is balanced.
  const isBalanced = amount < 0n && belowZero === "balanced";
  if (isBalanced && clearing && !fits(clearing.clearingCurrency)) {
    const { clearingName, clearingCurrency } = clearing;
    return otherCurrency(clearingName, clearingCurrency, paid, choose("clearing"));
  }
  return null;
}

function otherCurrency(name: string, kept: string, payout: string, choose: string): Obstacle {
  const reason = `${name} is in ${kept}, but this payout is in ${payout}. ${choose}`;
  return { reason, code: "currency_differs" };
}
