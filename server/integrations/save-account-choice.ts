import type { Prisma, Provider } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { UnusableInputError } from "@/server/errors";
import { requireIntegration } from "@/server/integrations/find";
import { ledgerAccounts } from "@/server/integrations/ledger-accounts";
import { mergeSettings } from "@/server/integrations/merge-settings";
import type {
  ClearingSettings,
  LedgerSettings,
  SourceSettings,
} from "@/server/integrations/settings";
import { releaseBlockedPostings } from "@/server/posting/release-blocked";

/**
 * Stores the bank account that Deposits go to. The name is QuickBooks' own, whatever was sent.
 * @throws UnusableInputError when QuickBooks has no such bank account.
 */
export async function saveBankChoice(
  ctx: CompanyContext,
  input: { bank_id: string },
): Promise<{ message: string }> {
  const bank = await chosenAccount(ctx, input.bank_id, "bank", "bank_id");
  const settings = {
    bankId: bank.id,
    bankName: bank.name,
    bankCurrency: bank.currency,
  } satisfies LedgerSettings;
  await saveSettings(ctx, "quickbooks", settings);
  return { message: "Bank account settings saved successfully" };
}

/**
 * Stores the account that negative payouts are balanced by.
 * @throws UnusableInputError when QuickBooks has no such current asset account.
 */
export async function saveClearingChoice(
  ctx: CompanyContext,
  input: { account_id: string },
): Promise<{ message: string }> {
  const account = await chosenAccount(ctx, input.account_id, "current_asset", "account_id");
  const settings = {
    clearingId: account.id,
    clearingName: account.name,
    clearingCurrency: account.currency,
  } satisfies ClearingSettings;
  await saveSettings(ctx, "quickbooks", settings);
  return { message: "Clearing account saved successfully" };
}

/**
 * Stores the expense category that a source's fees are booked on.
 * @throws UnusableInputError when QuickBooks has no such expense account.
 */
export async function saveCategoryChoice(
  ctx: CompanyContext,
  provider: Exclude<Provider, "quickbooks">,
  input: { category: { Id: string } },
): Promise<{ message: string }> {
  const account = await chosenAccount(ctx, input.category.Id, "expense", "category");
  const settings: SourceSettings = { categoryId: account.id, categoryName: account.name };
  await saveSettings(ctx, provider, settings);
  return { message: "Expense category saved successfully" };
}

const ACCOUNT_WORDS = { bank: "bank", expense: "expense", current_asset: "clearing" } as const;

async function chosenAccount(
  ctx: CompanyContext,
  id: string,
  type: keyof typeof ACCOUNT_WORDS,
  field: string,
) {
  const accounts = await ledgerAccounts(ctx);
  const account = accounts.find((candidate) => candidate.id === id && candidate.type === type);
  if (account) return account;
  const message = `QuickBooks has no such ${ACCOUNT_WORDS[type]} account any more. Reload the list and choose again.`;
  throw new UnusableInputError(message, { fields: { [field]: message } });
}

async function saveSettings(
  ctx: CompanyContext,
  provider: Provider,
  settings: Prisma.InputJsonObject,
): Promise<void> {
  const integration = await requireIntegration(ctx, provider);
  await db(ctx).$transaction((tx) => mergeSettings(tx, ctx, integration, settings));
  await releaseBlockedPostings(ctx);
}
