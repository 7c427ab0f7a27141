import { Prisma } from "@/generated/prisma/client";
import { UNMATCHED_CAUSES, UNMATCHED_DAYS } from "@/lib/constants/unmatched-payments";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  lingeringPayments,
  UnmatchedPayment,
  UnmatchedPayments,
} from "@/lib/contracts/unmatched-payments";
import type { LedgerWords } from "@/lib/ledger-words";
import { sumMinor, toWireDecimal } from "@/lib/money";
import { LEDGERS, type ProviderId } from "@/lib/providers/list";
import {
  accountOfPayment,
  hasUndepositedFunds,
  type PaymentAccount,
  readPaymentAccounts,
} from "@/server/connections/payment-account";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { localToday } from "@/server/work/company";
import { wordsOf } from "@/server/work/ledger-words";
import { type AddressOf, addressesIn, type ShownBooks, shownBooksOf } from "./book-addresses";
import { titlesOfDeposits } from "./deposit-title";
import { type BookedPayment, type OpenCharge, shownNumber, TWIN_DAYS } from "./duplicate-payments";
import {
  type LikelyCause,
  probableCause,
  type RefundLine,
  type Subject,
  type Surroundings,
} from "./probable-cause";
import { booksSettingsOf } from "./read-deposit";
import {
  type BookedRow,
  bookedRow,
  type ChargeRow,
  connectedProcessors,
  openCharges,
  paidOutUntil,
  toBookedPayment,
  toOpenCharge,
  toProcessors,
} from "./settlement-rows";

interface UnmatchedRow {
  payment: BookedRow;
  bookedTo: string | null;
  days: number;
  matchedIn: Surroundings["matchedIn"];
}

/** Another payment of the same customer as an unmatched one. */
interface NeighbourRow {
  /** The id of the unmatched one. */
  of: number;
  payment: BookedRow;
}

/** Minor units in text. */
type RefundRow = Omit<RefundLine, "gross"> & { gross: string };

interface FactsRow {
  processors: string[];
  /** By currency. */
  paidOut: Record<string, string | null>;
  /** Of the connected ledger, as they are stored. */
  booksSettings: unknown;
  books: ShownBooks | null;
}

const [OWN, OTHER] = [Prisma.sql`q`, Prisma.sql`p`];

/** All payments that wait too long, oldest first, with what can explain that, in one snapshot and one round trip. */
async function readUnmatched(ctx: CompanyContext) {
  const { companyId } = ctx;
  const unmatched = unmatchedOf(ctx);
  const [rows, explained, receipts, charges, refunds, [facts]] = await queryPrepared<
    [UnmatchedRow, NeighbourRow, NeighbourRow, ChargeRow, RefundRow, FactsRow]
  >(
    ctx,
    Prisma.sql`WITH q AS (${unmatched})
      SELECT ${bookedRow(OWN)} AS payment, q.booked_to AS "bookedTo", q.today - q.txn_date AS days,
        (SELECT jsonb_build_object('depositId', d.id, 'accepted', m.state = 'accepted',
            'isOpen', d.status = 'pending')
          FROM match_payments mp JOIN matches m ON m.company_id = mp.company_id AND m.id = mp.match_id
          JOIN deposits d ON d.company_id = m.company_id AND d.id = m.deposit_id
          WHERE mp.company_id = q.company_id AND mp.payment_id = q.id AND mp.live LIMIT 1) AS "matchedIn"
      FROM q ORDER BY q.txn_date, q.id`,
    Prisma.sql`WITH q AS (${unmatched})
      SELECT q.id AS of, ${bookedRow(OTHER)} AS payment ${neighbours(Prisma.sql`q.amount`)}
        AND p.txn_date BETWEEN q.txn_date - ${TWIN_DAYS}::int AND q.txn_date + ${TWIN_DAYS}::int
        AND (p.state = 'deposited' OR p.state = 'open' AND EXISTS (SELECT FROM match_payments mp
          WHERE mp.company_id = p.company_id AND mp.payment_id = p.id AND mp.live))`,
    Prisma.sql`WITH q AS (${unmatched})
      SELECT q.id AS of, ${bookedRow(OTHER)} AS payment ${neighbours(Prisma.sql`-q.amount`)}
        AND p.kind = 'RefundReceipt' AND p.state <> 'gone'`,
    openCharges(ctx),
    Prisma.sql`WITH q AS (${unmatched})
      SELECT l.deposit_id AS "depositId", l.date::text AS date, l.currency, l.gross::text AS gross,
        l.customer_name AS "customerName"
      FROM (SELECT DISTINCT currency, amount FROM q) given
      JOIN deposit_lines l ON l.company_id = ${companyId}::uuid AND l.kind = 'refund'
        AND l.currency = given.currency AND l.gross = -given.amount
      JOIN deposits d ON d.company_id = l.company_id AND d.id = l.deposit_id AND d.deleted_at IS NULL`,
    Prisma.sql`WITH q AS (${unmatched})
      SELECT ${connectedProcessors(ctx)} AS processors, ${booksSettingsOf(ctx)} AS "booksSettings",
        ${shownBooksOf(Prisma.sql`${companyId}::uuid`)} AS books,
        (SELECT coalesce(jsonb_object_agg(given.currency, ${paidOutUntil(ctx, Prisma.sql`given.currency`)}),
          '{}') FROM (SELECT DISTINCT currency FROM q) given) AS "paidOut"`,
  );
  return { rows, explained, receipts, charges, refunds, facts: facts ?? NOTHING };
}

const NOTHING: FactsRow = { processors: [], paidOut: {}, booksSettings: null, books: null };

/** What has no Undeposited Funds: payments wait in the accounts that they were booked to. */
const isClearing = (id: ProviderId) => !hasUndepositedFunds({ provider: id });

/** Today as the company's time zone counts. */
function unmatchedOf(ctx: CompanyContext): Prisma.Sql {
  const { companyId } = ctx;
  return Prisma.sql`SELECT open.*, clock.today FROM ledger_payments open
    CROSS JOIN (SELECT ${localToday(ctx)} AS today) clock
    WHERE open.company_id = ${companyId}::uuid AND open.state = 'open'
      AND open.txn_date < clock.today - ${UNMATCHED_DAYS}::int
      AND (SELECT i.status <> 'disconnected' AND (open.booked_to IS NULL
          OR i.provider = ANY (${LEDGERS.filter(isClearing)}::provider[])) FROM integrations i
        WHERE i.company_id = open.company_id AND i.id = open.integration_id)`;
}

function neighbours(amount: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`FROM q JOIN ledger_payments p ON p.company_id = q.company_id
      AND p.integration_id = q.integration_id AND p.customer_id = q.customer_id
      AND p.amount = ${amount} AND p.currency = q.currency
    WHERE q.customer_id <> '' AND p.id <> q.id`;
}

const DEFAULT_PAGE_SIZE = 50;

interface Unmatched {
  payment: BookedPayment;
  /** The chosen account that it waits in; null: in Undeposited Funds. */
  account: PaymentAccount | null;
  days: number;
  why: LikelyCause;
}

/**
 * A page of the payments that wait too long in Undeposited Funds or, in a ledger without, in the chosen accounts: oldest
 * first, each with its likely cause.
 */
export async function listUnmatchedPayments(
  ctx: CompanyContext,
  { cause, page = 1, page_size = DEFAULT_PAGE_SIZE }: QueryOf<typeof lingeringPayments>,
): Promise<ResponseOf<typeof lingeringPayments>> {
  const read = await readUnmatched(ctx);
  const all = explain(read);
  const chosen = cause === undefined ? all : all.filter(({ why }) => why.cause === cause);
  const shown = chosen.slice((page - 1) * page_size, page * page_size);
  const { books } = read.facts;
  const about = shown.flatMap(({ why }) => why.about);
  const ids = about.flatMap((subject) => ("depositId" in subject ? [subject.depositId] : []));
  const named = {
    addressOf: addressesIn(books),
    words: wordsOf(books?.provider),
    titles: await titlesOfDeposits(db(ctx), ctx, ids),
  };
  return {
    payments: shown.map((each) => toView(each, named)),
    sums: sumsByCurrency(chosen),
    accounts: sumsByAccount(chosen),
    causes: UNMATCHED_CAUSES.flatMap((each) => {
      const rows = all.filter(({ why }) => why.cause === each);
      const sums = sumsByCurrency(rows).map(({ currency, amount }) => ({ currency, amount }));
      return rows.length === 0 ? [] : [{ cause: each, payments: rows.length, sums }];
    }),
    total: chosen.length,
    page,
    page_size,
  };
}

function explain(read: Awaited<ReturnType<typeof readUnmatched>>): Unmatched[] {
  const explained = byPayment(read.explained);
  const receipts = byPayment(read.receipts);
  const charges = chargeIndex(read.charges);
  const refunds = byAmount(read.refunds);
  const processors = toProcessors(read.facts.processors);
  const accounts = readPaymentAccounts(read.facts.booksSettings);
  return read.rows.map(({ payment: row, bookedTo, days, matchedIn }: UnmatchedRow) => {
    const payment = toBookedPayment(row);
    const account = accountOfPayment(accounts, { bookedTo, currency: payment.currency });
    const why = probableCause(payment, {
      matchedIn,
      explained: explained.get(payment.id) ?? [],
      refundReceipts: receipts.get(payment.id) ?? [],
      refundLines: refunds.get(keyOf(payment.currency, -payment.amount)) ?? [],
      openCharges: charges(payment),
      paidOutUntil: read.facts.paidOut[payment.currency] ?? null,
      processors,
    });
    return { payment, account, days, why };
  });
}

function keyOf(currency: string, amount: number): string {
  return `${currency} ${amount}`;
}

function byPayment(rows: readonly NeighbourRow[]): Map<number, BookedPayment[]> {
  return grouped(rows.map(({ of, payment }) => [of, toBookedPayment(payment)]));
}

function byAmount(rows: readonly RefundRow[]) {
  const lines = rows.map((row) => ({ ...row, gross: Number(row.gross) }));
  return grouped(lines.map((line) => [keyOf(line.currency, line.gross), line]));
}

/** The open charges that a payment could record, without walking over all of them. */
function chargeIndex(rows: readonly ChargeRow[]): (payment: BookedPayment) => OpenCharge[] {
  const charges = rows.map(toOpenCharge);
  const amounts = grouped(
    charges.flatMap((charge) =>
      [...new Set([charge.gross, charge.net])].map(
        (amount) => [keyOf(charge.currency, amount), charge] as const,
      ),
    ),
  );
  const whole = charges.filter(({ isWholePayout }) => isWholePayout);
  return ({ currency, amount }) => [...(amounts.get(keyOf(currency, amount)) ?? []), ...whole];
}

function grouped<Key, Value>(pairs: readonly (readonly [Key, Value])[]): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function sumsByCurrency(rows: readonly Unmatched[]) {
  const groups = grouped(rows.map(({ payment }) => [payment.currency, payment.amount]));
  return [...groups].map(([currency, amounts]) => ({
    currency,
    amount: toWireDecimal(sumMinor(amounts), currency),
    payments: amounts.length,
  }));
}

/** None where all wait in Undeposited Funds. */
function sumsByAccount(rows: readonly Unmatched[]): UnmatchedPayments["accounts"] {
  const groups = grouped(
    rows.flatMap(({ account, payment }) =>
      account ? [[account.id, { account, payment }] as const] : [],
    ),
  );
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { id, name, currency } = first.account;
    const amount = sumMinor(some.map(({ payment }) => payment.amount));
    return {
      Id: id,
      Name: name,
      currency,
      amount: toWireDecimal(amount, currency),
      payments: some.length,
    };
  });
}

function toView({ payment, account, days, why }: Unmatched, named: Named): UnmatchedPayment {
  return {
    Id: payment.providerId,
    TxnDate: payment.date,
    TotalAmt: toWireDecimal(payment.amount, payment.currency),
    CustomerName: payment.customerName,
    currency: payment.currency,
    kind: payment.kind,
    number: shownNumber(payment),
    quickbooks_url: named.addressOf(payment.providerId, payment.kind),
    account: account?.name ?? "",
    days,
    cause: why.cause,
    text: why.text,
    links: why.about.map((subject) => toLink(subject, named)),
  };
}

interface Named {
  addressOf: AddressOf;
  words: LedgerWords;
  /** Of the deposits that are spoken of, by id. */
  titles: ReadonlyMap<number, string>;
}

function toLink(
  subject: Subject,
  { addressOf, words, titles }: Named,
): UnmatchedPayment["links"][number] {
  if ("depositId" in subject) {
    const { depositId } = subject;
    return {
      label: titles.get(depositId) ?? `Deposit #${depositId}`,
      url: `/transaction/${depositId}`,
    };
  }
  const { payment } = subject;
  const url = addressOf(payment.providerId, payment.kind);
  return {
    label: shownNumber(payment) || (url && words.payments[payment.kind].toLowerCase()),
    url,
  };
}
