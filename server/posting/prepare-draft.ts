import type { Integration } from "@/generated/prisma/client";
import { reportsFees } from "@/lib/providers/list";
import { bankFor, type PayoutKind } from "@/server/connections/bank-accounts";
import { readCompanyFacts } from "@/server/connections/company-facts";
import { providerName, sourceName } from "@/server/connections/find";
import { readLineDefaults } from "@/server/connections/line-settings";
import { readPaymentAccounts } from "@/server/connections/payment-account";
import {
  type ClearingSettings,
  type LedgerSettings,
  readClearingSettings,
  readLedgerSettings,
  readSourceSettings,
} from "@/server/connections/settings";
import { isAbroad } from "@/server/providers/errors";
import type { DepositDraft } from "@/server/providers/ledger";
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
    sourceName: sourceName(provider, displayName),
    lines: readLineDefaults(settings),
    books: { name: providerName(books.integration.provider) },
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
  return currencyObstacle(deposit, { bank, clearing }, books.home);
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
  { integration }: BooksFacts,
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
  const chosen = readPaymentAccounts(integration.settings);
  const account = chosen.find(({ id }) => id === booked[0]?.accountId)?.name ?? "another account";
  return {
    // When fees are taxed QuickBooks wants a tax code on every line; a moved payment can't have one.
    reason: `Its fees carry a tax code, and its payments from ${account} must not be taxed. Take the tax code off in Settings, under Fees and other lines, or choose no such account in QuickBooks Settings.`,
    code: "tax_code_unusable",
  };
}

/** Why there is no bank account for these payouts, and what to do. */
function bankMissing(
  { integration, home }: BooksFacts,
  { source, currency }: PayoutKind,
): Obstacle {
  const code = "bank_missing";
  const company = readLedgerSettings(integration.settings);
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
 * currency, a Deposit can only touch accounts in its own. Null when they fit. The currency of an account can't be
 * changed, and was stored when the account was chosen.
 */
function currencyObstacle(
  { amount, currency: paid, bankCurrency }: PostedFacts,
  { bank, clearing }: { bank: LedgerSettings; clearing: ClearingSettings | null },
  home: string,
): Obstacle | null {
  if (bankCurrency !== null) {
    const reason = `This payout is in ${paid}, but it was paid into a bank account in ${bankCurrency}, and its amount there isn't known. Record it in QuickBooks with the amount on your bank statement, then mark it as booked elsewhere.`;
    return { reason, code: "currency_differs" };
  }
  const fits = (currency: string) => currency === home || currency === paid;
  if (!fits(bank.bankCurrency)) {
    return otherCurrency(bank.bankName, bank.bankCurrency, paid, "bank");
  }
  // Only a payout below zero is balanced.
  if (amount < 0n && clearing && !fits(clearing.clearingCurrency)) {
    return otherCurrency(clearing.clearingName, clearing.clearingCurrency, paid, "clearing");
  }
  return null;
}

function otherCurrency(name: string, kept: string, payout: string, kind: string): Obstacle {
  const reason = `${name} is in ${kept}, but this payout is in ${payout}. Choose another ${kind} account in QuickBooks Settings.`;
  return { reason, code: "currency_differs" };
}
