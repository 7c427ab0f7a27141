import { z } from "zod";
import {
  type Deposit,
  type Integration,
  type LedgerPayment,
  Prisma,
} from "@/generated/prisma/client";
import { isCalendarDate } from "@/lib/dates";
import { describeProvider, LEDGERS } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import type { LedgerAccount } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { storedSettings } from "./settings";

const PAYMENT_ACCOUNTS_KEY = "paymentAccounts";
/** The only account of a company that chose it before there could be several. */
const FORMER_KEY = "paymentAccount";

const chosenAccount = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 4217: the account's own. */
  currency: z.string(),
  /** Whether it is a bank account; not known of those that were chosen before it was stored. */
  isBank: z.boolean().optional(),
  /** Payments dated earlier may have been transferred to the bank by hand. */
  from: z.string().refine(isCalendarDate),
  /** The integration whose payments wait there; absent: anyone's. */
  source: z.string().optional(),
});

/** An account whose payments are matched, in addition to those in Undeposited Funds where the ledger has it. */
export type PaymentAccount = z.infer<typeof chosenAccount>;

/** The chosen accounts in the ledger's stored settings. */
export function readPaymentAccounts(settings: unknown): readonly PaymentAccount[] {
  const stored = storedSettings.parse(settings);
  const former = chosenAccount.safeParse(stored[FORMER_KEY]).data;
  return (
    z.array(chosenAccount).safeParse(stored[PAYMENT_ACCOUNTS_KEY]).data ?? [former ?? []].flat()
  );
}

/** A choice as the settings store it. */
export function paymentAccountsSetting(accounts: readonly PaymentAccount[]) {
  return { [PAYMENT_ACCOUNTS_KEY]: [...accounts], [FORMER_KEY]: null };
}

/** The chosen account that a payment waits in; null: in none. */
export function accountOfPayment(
  accounts: readonly PaymentAccount[],
  { bookedTo, currency }: Pick<LedgerPayment, "bookedTo" | "currency">,
): PaymentAccount | null {
  return accounts.find((each) => each.id === bookedTo && each.currency === currency) ?? null;
}

/**
 * Where the payments of these payouts wait in a ledger without Undeposited Funds: in the source's own account of that
 * currency, else in anyone's. Null: none is chosen.
 */
export function accountForPayouts(
  accounts: readonly PaymentAccount[],
  { integrationId, currency }: Pick<Deposit, "integrationId" | "currency">,
): PaymentAccount | null {
  const inCurrency = accounts.filter((each) => each.currency === currency);
  return (
    inCurrency.find((each) => each.source === integrationId) ??
    inCurrency.find((each) => each.source === undefined) ??
    null
  );
}

/**
 * Whether payments wait in Undeposited Funds until a Deposit links them. Otherwise only in chosen accounts, each of one
 * currency, whose sum a payout takes out.
 */
export function hasUndepositedFunds({ provider }: Pick<Integration, "provider">): boolean {
  return getLedger(provider).capabilities.payments === "linked";
}

/**
 * Why no receipt can be recorded where the payments of these payouts wait, in words for the user; null where one can.
 * @param books null while none are connected
 */
export function receiptObstacle(
  books: Pick<Integration, "provider" | "settings"> | null,
  payouts: Pick<Deposit, "integrationId" | "currency">,
): string | null {
  if (!books || getLedger(books.provider).capabilities.receipts === "anywhere") return null;
  const account = accountForPayouts(readPaymentAccounts(books.settings), payouts);
  if (account?.isBank !== false) return null;
  return `${describeProvider(books.provider).name} records money without an invoice in bank accounts only, and ${account.name} isn't one. Book it to an account.`;
}

/** Which accounts of a ledger payments can wait in. */
export interface Holding {
  /** Where deposits go to. */
  banks: ReadonlySet<string>;
  /** ISO 4217; null: in any currency. */
  onlyIn: string | null;
}

/** Whether payments can wait in an account: see {@link LedgerAccount.holdsPayments}; not where deposits go to. */
export function canHoldPayments(
  { id, holdsPayments, currency }: LedgerAccount,
  { banks, onlyIn }: Holding,
): boolean {
  return holdsPayments && (onlyIn ?? currency) === currency && !banks.has(id);
}

/**
 * Opens the payments that were booked to a chosen account, from its day on and in its currency, and closes those
 * booked to any other account, or before that day. What is deposited stays so. The only place that decides it:
 * a ledger says where a payment is, not whether it waits there.
 * @param paymentIds of our rows; absent: all of the company's.
 */
export async function applyPaymentAccount(
  tx: Tx,
  { companyId }: CompanyContext,
  paymentIds?: readonly number[],
): Promise<{ opened: number; closed: number }> {
  const ledgers = await tx.integration.findMany({
    where: { companyId, provider: { in: LEDGERS } },
    select: { id: true, settings: true },
  });
  const chosen = ledgers.flatMap(({ id: integration, settings }) =>
    readPaymentAccounts(settings).map(({ id, currency, from }) => ({
      ...{ integration, id, currency, from },
    })),
  );
  const isOneOfThem = paymentIds
    ? Prisma.sql`AND p.id = ANY (${[...paymentIds]}::int[])`
    : Prisma.empty;
  const changed = await tx.$queryRaw<{ state: "open" | "gone" }[]>`
    UPDATE ledger_payments changed SET state = due.state, updated_at = now()::timestamptz(3)
    FROM (SELECT p.id, CASE WHEN chosen.id IS NULL THEN 'gone' ELSE 'open' END::ledger_payment_state
        AS state
      FROM ledger_payments p
      LEFT JOIN jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb)
        AS chosen (integration uuid, id text, currency text, "from" date)
        ON chosen.integration = p.integration_id AND chosen.id = p.booked_to
          AND chosen.currency = p.currency AND chosen."from" <= p.txn_date
      WHERE p.company_id = ${companyId}::uuid AND p.booked_to IS NOT NULL
        AND p.state IN ('open', 'gone') ${isOneOfThem}) due
    WHERE changed.company_id = ${companyId}::uuid AND changed.id = due.id
      AND changed.state <> due.state
    RETURNING changed.state`;
  const opened = changed.filter(({ state }) => state === "open").length;
  return { opened, closed: changed.length - opened };
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
