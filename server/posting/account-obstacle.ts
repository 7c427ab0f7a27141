import type { Integration } from "@/generated/prisma/client";
import type { PostingObstacle } from "@/server/deposits/posting-reason";
import { readCompanyFacts } from "@/server/connections/company-facts";
import { readPaymentAccount } from "@/server/connections/payment-account";
import type { LedgerSettings } from "@/server/connections/settings";
import { isAbroad } from "@/server/providers/is-abroad";
import type { DepositDraft } from "@/server/providers/ledger";

interface Obstacle {
  reason: string;
  code: PostingObstacle;
}

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
    // With tax on the fees every line needs a code, and a payment that is only moved has none that is right.
    reason: `Its fees carry a tax code, and its payments from ${account} must not be taxed. Take the tax code off in Settings, under Fees and other lines, or choose no such account in QuickBooks Settings.`,
    code: "tax_code_unusable",
  };
}
