import { z } from "zod";
import { hasRole } from "@/lib/constants/roles";
import type { ListQuery } from "@/lib/contracts/common";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { BankSettings, saveBankSetting as contract } from "@/lib/contracts/line-settings";
import { describeProvider, type ProviderId, providerOfWire } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import type { LedgerAccount } from "@/server/providers/ledger";
import { findLedger, homeCurrency, requireIntegration, requireLedger } from "./find";
import { freshnessOf, ledgerAccounts, requireAccount } from "./ledger-accounts";
import { readPaymentAccounts } from "./payment-account";
import { type LedgerSettings, readLedgerSettings, storeChoice, storedSettings } from "./settings";

const chosenBank = z.object({
  bankId: z.string(),
  bankName: z.string(),
  /** ISO 4217. */
  bankCurrency: z.string(),
});
type ChosenBank = z.infer<typeof chosenBank>;

/** A source's payouts in a currency. */
export interface PayoutKind {
  source: ProviderId;
  /** ISO 4217. */
  currency: string;
}

/** A key per choice, so that two choices at the same moment keep each other. */
function keyOf({ source, currency }: PayoutKind): string {
  return `bank:${source}:${currency}`;
}

/** A choice as the ledger's settings store it; null takes it back. */
export function bankSetting(kind: PayoutKind, bank: ChosenBank | null) {
  return { [keyOf(kind)]: bank };
}

/** What was chosen for these payouts alone; null: nothing. */
function readChosenBank(settings: unknown, kind: PayoutKind): ChosenBank | null {
  return chosenBank.safeParse(storedSettings.parse(settings)[keyOf(kind)]).data ?? null;
}

/**
 * The bank account that payouts reach: the one chosen for them, otherwise the company's, where that is kept in
 * their currency. Null: a user has to choose; an account in another currency is never guessed.
 */
export function bankFor(settings: unknown, kind: PayoutKind): LedgerSettings | null {
  return readChosenBank(settings, kind) ?? companyBank(settings, kind.currency);
}

/** The company's own bank account, where it is kept in a currency. */
function companyBank(settings: unknown, currency: string): LedgerSettings | null {
  const bank = readLedgerSettings(settings);
  return bank?.bankCurrency === currency ? bank : null;
}

/** Every bank account that Deposits go to: no line of one is booked there. */
export function bankIds(settings: unknown): ReadonlySet<string> {
  return new Set(chosenAccounts(settings).map(({ id }) => id));
}

/**
 * Stores the bank account for Deposits, with its name in the ledger instead of the name sent.
 * @throws UnusableInputError when the ledger has no such bank account, or payments are taken from it.
 */
export async function saveBank(
  ctx: CompanyContext,
  provider: ProviderId,
  input: { bank_id: string },
): Promise<{ message: string }> {
  const bank = await requireAccount(ctx, input.bank_id, "bank", "bank_id");
  const integration = await requireIntegration(ctx, provider);
  requireNoPayments(integration.settings, bank, "bank_id");
  await storeChoice(ctx, integration, {
    bankId: bank.id,
    bankName: bank.name,
    bankCurrency: bank.currency,
  } satisfies LedgerSettings);
  return { message: "Bank account settings saved successfully" };
}

/** @throws UnusableInputError where payments wait in the account. */
function requireNoPayments(settings: unknown, { id, name }: LedgerAccount, field: string): void {
  if (!readPaymentAccounts(settings).some((each) => each.id === id)) return;
  const message = `Payments in ${name} are matched, and a deposit can't go where they come from. Choose another account for one of the two.`;
  throw new UnusableInputError(message, { fields: { [field]: message } });
}

/** The bank accounts by source and currency: of the home currency, and of every currency that was paid out. */
export async function loadBankSettings(
  ctx: CompanyContext,
  wanted: ListQuery = {},
): Promise<BankSettings> {
  const { companyId } = ctx;
  const home = await homeCurrency(ctx);
  const ledger = await findLedger(ctx);
  const live = await db(ctx).integration.findMany({
    where: { companyId, status: { not: "disconnected" } },
    orderBy: { connectedAt: "asc" },
  });
  const paid = await db(ctx).deposit.groupBy({
    by: ["integrationId", "currency"],
    where: { companyId, deletedAt: null },
  });
  const banks = live.flatMap(({ id, provider }) => {
    const described = describeProvider(provider);
    if (described.role !== "source") return [];
    const currencies = paid.flatMap((row) => (row.integrationId === id ? row.currency : []));
    return [home, ...currencies.filter((each) => each !== home).toSorted()].map((currency) => {
      const kind = { source: provider, currency };
      const { settings } = ledger ?? {};
      return {
        integration_type: described.wire,
        name: described.name,
        currency,
        account: toRef(readChosenBank(settings, kind)),
        otherwise: toRef(companyBank(settings, currency)),
      };
    });
  });
  // Members who can't change it see the stored names, without a read at the ledger.
  const offers = ledger?.status === "connected" && hasRole(ctx.role ?? "viewer", "admin");
  const accounts = offers
    ? (await ledgerAccounts(ctx, freshnessOf(wanted))).filter(({ type }) => type === "bank")
    : chosenAccounts(ledger?.settings);
  return {
    banks,
    accounts: accounts.map(({ id, name, currency }) => ({ Id: id, Name: name, currency })),
    home_currency: home,
  };
}

/** Every bank account that was chosen, as it is stored. */
function chosenAccounts(settings: unknown): Pick<LedgerAccount, "id" | "name" | "currency">[] {
  const chosen = Object.entries(storedSettings.parse(settings)).flatMap(([key, value]) =>
    key.startsWith("bank:") ? (chosenBank.safeParse(value).data ?? []) : [],
  );
  const company = readLedgerSettings(settings);
  const byId = new Map(
    [...(company ? [company] : []), ...chosen].map((each) => [each.bankId, each]),
  );
  return [...byId.values()].map(({ bankId, bankName, bankCurrency }) => ({
    ...{ id: bankId, name: bankName, currency: bankCurrency },
  }));
}

function toRef(bank: LedgerSettings | null) {
  return bank && { Id: bank.bankId, Name: bank.bankName };
}

/**
 * Stores the bank account for a source's payouts in a currency, or takes it back. What waited for it is posted.
 * @throws ConflictError while no ledger is connected; UnusableInputError when it has no such bank account, or
 *   none that takes this currency, or payments are taken from it.
 */
export async function saveBankSetting(
  ctx: CompanyContext,
  { integration_type, currency, account_id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { id: source, name } = providerOfWire(integration_type);
  const kind = { source, currency };
  const what = `${name} payouts in ${currency}`;
  if (account_id === null) {
    await storeChoice(ctx, await requireLedger(ctx), bankSetting(kind, null));
    return { message: `${what} go to the company's bank account` };
  }
  const bank = await requireAccount(ctx, account_id, "bank", "account_id");
  const home = await homeCurrency(ctx);
  if (bank.currency !== currency && bank.currency !== home) {
    const message = `${bank.name} is in ${bank.currency}. Choose an account in ${[...new Set([currency, home])].join(" or ")}.`;
    throw new UnusableInputError(message, { fields: { account_id: message } });
  }
  const ledger = await requireLedger(ctx);
  requireNoPayments(ledger.settings, bank, "account_id");
  await storeChoice(
    ctx,
    ledger,
    bankSetting(kind, { bankId: bank.id, bankName: bank.name, bankCurrency: bank.currency }),
  );
  return { message: `${what} go to ${bank.name}` };
}
