import { z } from "zod";
import { type Integration, Prisma } from "@/generated/prisma/client";
import { hasRole } from "@/lib/constants/roles";
import type { ListQuery } from "@/lib/contracts/common";
import type { PaymentAccountView } from "@/lib/contracts/payment-account";
import { isCalendarDate } from "@/lib/dates";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import type { LedgerAccount } from "@/server/providers/ledger";
import { loadToday } from "@/server/work/company";
import { homeCurrency, requireLedger } from "./find";
import { freshnessOf, ledgerAccounts } from "./ledger-accounts";
import { readLedgerSettings, storedSettings } from "./settings";

const PAYMENT_ACCOUNT_KEY = "paymentAccount";

const chosenAccount = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 4217: the books' own. */
  currency: z.string(),
  /** Payments dated earlier may have been transferred to the bank by hand. */
  from: z.string().refine(isCalendarDate),
});

/** The account whose payments are matched in addition to those in Undeposited Funds. */
export type PaymentAccount = z.infer<typeof chosenAccount>;

/** The chosen account in the ledger's stored settings; null: payments wait in Undeposited Funds only. */
export function readPaymentAccount(settings: unknown): PaymentAccount | null {
  return chosenAccount.safeParse(storedSettings.parse(settings)[PAYMENT_ACCOUNT_KEY]).data ?? null;
}

/** A choice as the settings store it; null takes it back. */
export function paymentAccountSetting(account: PaymentAccount | null) {
  return { [PAYMENT_ACCOUNT_KEY]: account };
}

/**
 * Whether payments can wait in an account: money that is neither spent nor owed, in the books' currency, and not where
 * deposits go to.
 */
export function canHoldPayments(
  { id, group, currency }: LedgerAccount,
  books: { bankId: string | null; currency: string },
): boolean {
  const holdsMoney = group === "Bank" || group === "Other Current Asset";
  return holdsMoney && currency === books.currency && id !== books.bankId;
}

/**
 * Opens the payments that were booked to the chosen account, from its day on and in its currency, and closes those
 * booked to any other account, or before that day. What is deposited stays so. The only place that decides it:
 * QuickBooks says where a payment is, not whether it waits there.
 * @param paymentIds of our rows; absent: all of the company's.
 */
export async function applyPaymentAccount(
  tx: Tx,
  { companyId }: CompanyContext,
  paymentIds?: readonly number[],
): Promise<{ opened: number; closed: number }> {
  const isOneOfThem = paymentIds
    ? Prisma.sql`AND p.id = ANY (${[...paymentIds]}::int[])`
    : Prisma.empty;
  const changed = await tx.$queryRaw<{ state: "open" | "gone" }[]>`
    UPDATE ledger_payments changed SET state = due.state, updated_at = now()::timestamptz(3)
    FROM (SELECT p.id, CASE
        WHEN p.booked_to = i.settings #>> '{paymentAccount,id}'
          AND p.currency = i.settings #>> '{paymentAccount,currency}'
          AND p.txn_date >= (i.settings #>> '{paymentAccount,from}')::date
        THEN 'open' ELSE 'gone' END::ledger_payment_state AS state
      FROM ledger_payments p
      JOIN integrations i ON i.company_id = p.company_id AND i.id = p.integration_id
      WHERE p.company_id = ${companyId}::uuid AND p.booked_to IS NOT NULL
        AND p.state IN ('open', 'gone') ${isOneOfThem}) due
    WHERE changed.company_id = ${companyId}::uuid AND changed.id = due.id
      AND changed.state <> due.state
    RETURNING changed.state`;
  const opened = changed.filter(({ state }) => state === "open").length;
  return { opened, closed: changed.length - opened };
}

/**
 * The account whose payments are matched in addition to those in Undeposited Funds, and those that can be chosen.
 * @throws ConflictError when QuickBooks is not connected, ProviderError.
 */
export async function loadPaymentAccount(
  ctx: CompanyContext,
  wanted: ListQuery = {},
): Promise<PaymentAccountView> {
  const { settings } = await requireLedger(ctx);
  const books = {
    bankId: readLedgerSettings(settings)?.bankId ?? null,
    currency: await homeCurrency(ctx),
  };
  // Members who can't change it see the stored name, without a read at QuickBooks.
  const offers = hasRole(ctx.role ?? "viewer", "admin");
  const all = offers ? await ledgerAccounts(ctx, freshnessOf(wanted)) : [];
  const accounts = all.filter((each) => canHoldPayments(each, books));
  const chosen = readPaymentAccount(settings);
  const shown = offers || !chosen ? accounts : [chosen];
  return {
    accounts: shown.map(({ id, name }) => ({ Id: id, Name: name })),
    account: chosen && { Id: chosen.id, Name: chosen.name },
    from: chosen?.from ?? (await startOfMonth(ctx)),
  };
}

/** Where the company is. */
async function startOfMonth(ctx: CompanyContext): Promise<string> {
  const today = await loadToday(ctx);
  return `${today.slice(0, 7)}-01`;
}

const OTHER_ACCOUNTS_KEY = "otherAccounts";

const otherAccounts = z.array(
  z.object({
    id: z.string(),
    /** Empty where the account is inactive. */
    name: z.string(),
    /** Whether its payments could be matched, if it were chosen for that. */
    canHoldPayments: z.boolean(),
  }),
);

/** Accounts that recent payments were booked to, from which no deposit can be matched, as the last sync saw them. */
type OtherAccounts = z.infer<typeof otherAccounts>;

/** @param settings of the ledger, as they are stored. */
export function readOtherAccounts(settings: unknown): OtherAccounts {
  return otherAccounts.safeParse(storedSettings.parse(settings)[OTHER_ACCOUNTS_KEY]).data ?? [];
}

/** Stores them with the ledger's settings if they have changed. */
export async function storeOtherAccounts(
  { companyId }: CompanyContext,
  { id }: Pick<Integration, "id">,
  accounts: OtherAccounts,
): Promise<void> {
  const kept = JSON.stringify(accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  await db({ companyId }).$executeRaw`
    UPDATE integrations SET settings = coalesce(settings, '{}'::jsonb) || jsonb_build_object(${OTHER_ACCOUNTS_KEY}::text, ${kept}::jsonb)
    WHERE company_id = ${companyId}::uuid AND id = ${id}::uuid
      AND settings -> ${OTHER_ACCOUNTS_KEY}::text IS DISTINCT FROM ${kept}::jsonb`;
}
