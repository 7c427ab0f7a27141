import { type Deposit, type Integration, type Posting, Prisma } from "@/generated/prisma/client";
import type { DepositSort } from "@/lib/constants/deposits";
import { type CalendarDate, dateText } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";
import type { LedgerWords } from "@/lib/ledger-words";
import { toWireDecimal } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { bankFor } from "@/server/connections/bank-accounts";
import { sourceName } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { localToday, wireDateFormat } from "@/server/work/company";
import { wordsOf } from "@/server/work/ledger-words";
import { type AddressOf, addressesIn, type ShownBooks, shownBooksOf } from "./book-addresses";
import { type Findings, parseFindings } from "./findings";
import { EXPENSE_CATEGORY } from "./settlement-rows";

type Table = "d" | "i" | "p" | "e" | "f";

/** A row as the driver returns it: bigints and dates in text, because the driver's dates have a time zone. */
export type DepositRow = Pick<
  Deposit,
  | "id"
  | "providerId"
  | "status"
  | "payoutStatus"
  | "currency"
  | "quickbooksId"
  | "reversedBy"
  | "traceId"
  | "bankCurrency"
  | "updatedAt"
  | "deletedAt"
  | "integrationId"
> &
  Pick<Integration, "provider"> & {
    txnDate: string;
    /** Minor units, as all amounts. */
    amount: string;
    returnedAmount: string | null;
    findings: unknown;
    sourceAccount: Integration["displayName"];
    /** Null without a posting, as all that is of it. */
    state: Posting["state"] | null;
    message: Posting["message"] | null;
    adopted: Posting["adopted"] | null;
    errorCode: Posting["errorCode"];
    details: Posting["details"] | null;
    /** What in the books a user is asked about: it may be this payout's. */
    maybeBooked: string | null;
    /** What its matches add for fees that no line reports. */
    matchFees: string;
  };

/** What lists, pages and exports show of a deposit, its source and its posting: the columns of {@link DEPOSIT_JOINS}. */
const COLUMNS: Record<keyof DepositRow, `${Table}.${string}`> = {
  id: "d.id",
  providerId: "d.provider_id",
  status: "d.status",
  payoutStatus: "d.payout_status",
  txnDate: "d.txn_date::text",
  amount: "d.amount::text",
  currency: "d.currency",
  quickbooksId: "d.quickbooks_id",
  reversedBy: "d.reversed_by",
  traceId: "d.trace_id",
  bankCurrency: "d.bank_currency",
  returnedAmount: "d.returned_amount::text",
  updatedAt: "d.updated_at",
  deletedAt: "d.deleted_at",
  findings: "d.findings",
  integrationId: "i.id",
  provider: "i.provider",
  sourceAccount: "i.display_name",
  state: "p.state",
  message: "p.message",
  adopted: "p.adopted",
  errorCode: "p.error_code",
  details: "p.details",
  maybeBooked: "e.quickbooks_deposit_id",
  matchFees: "f.match_fees::text",
};

/** A company's facts as {@link companyColumns} reads them. */
export interface CompanyRow {
  /** Null before the company connected any. */
  books: ShownBooks | null;
  homeCurrency: string;
  /** The wire's name of it; null without settings. */
  dateFormat: DateFormat | null;
  timeZone: string | null;
  today: CalendarDate;
}

/** What is shown of a deposit depends on these facts of its company: read once for all of its deposits. */
export interface ShownCompany extends CompanyRow {
  dateFormat: DateFormat;
  timeZone: string;
  /** The words for the company's accounting software. */
  ledger: LedgerWords;
  /** Of its transactions' pages. */
  addressOf: AddressOf;
}

/** A deposit as it is shown, with its posting if there is one that was not undone. */
export interface ShownDeposit
  extends ShownCompany,
    Omit<
      DepositRow,
      keyof ShownPosting | "txnDate" | "amount" | "returnedAmount" | "findings" | "matchFees"
    > {
  txnDate: Date;
  amount: bigint;
  returnedAmount: bigint | null;
  findings: Findings | null;
  matchFees: bigint;
  posting: ShownPosting | undefined;
}
type ShownPosting = Pick<Posting, "state" | "message" | "adopted" | "errorCode" | "details">;

/**
 * SQL: the fees, positive and in minor units, that the live matches of a deposit `d` add, because the processor doesn't
 * itemize the payout. lib/settlement.ts adds them up with the lines' own.
 */
export const MATCH_FEES = Prisma.sql`(SELECT coalesce(-sum(a.amount), 0) AS match_fees
    FROM deposit_adjustments a JOIN matches m ON m.company_id = a.company_id AND m.id = a.match_id
    WHERE a.company_id = d.company_id AND a.deposit_id = d.id AND a.account_id = ${EXPENSE_CATEGORY} AND m.live)`;

/** SQL: the columns of a {@link DepositRow}, of a table `d` with {@link DEPOSIT_JOINS}. */
export const DEPOSIT_COLUMNS = Prisma.raw(
  Object.entries(COLUMNS)
    .map(([as, column]) => `${column} AS "${as}"`)
    .join(", "),
);

export const DEPOSIT_JOINS = Prisma.sql`CROSS JOIN LATERAL (SELECT ${columnsOf("i")}
    FROM integrations i
    WHERE i.company_id = d.company_id AND i.id = d.integration_id LIMIT 1) i
  LEFT JOIN LATERAL (SELECT ${columnsOf("p")} FROM postings p
    WHERE p.company_id = d.company_id AND p.deposit_id = d.id AND p.state <> 'undone' LIMIT 1) p
    ON true
  LEFT JOIN LATERAL (SELECT ${columnsOf("e")} FROM existing_deposits e
    WHERE e.company_id = d.company_id AND e.deposit_id = d.id AND e.state = 'suggested' LIMIT 1) e
    ON true
  CROSS JOIN LATERAL ${MATCH_FEES} f`;

/** The columns of the table `deposits` that are shown, as the database names them. */
export const SHOWN_DEPOSIT_COLUMNS: readonly string[] = namesIn("d");

function columnsOf(table: Table): Prisma.Sql {
  return Prisma.raw(namesIn(table).join(", "));
}

function namesIn(table: Table): string[] {
  return Object.values(COLUMNS).flatMap((column) => {
    const [of, name = ""] = column.split("::", 1)[0]?.split(".") ?? [];
    return of === table ? name : [];
  });
}

/** SQL: the columns of a {@link CompanyRow}. */
export function companyColumns(ctx: Pick<CompanyContext, "companyId">): Prisma.Sql {
  const id = Prisma.sql`${ctx.companyId}::uuid`;
  return Prisma.sql`${shownBooksOf(id)} AS books,
    (SELECT c.currency FROM companies c WHERE c.id = ${id}) AS "homeCurrency",
    (SELECT s.date_format FROM company_settings s WHERE s.company_id = ${id}) AS "dateFormat",
    (SELECT s.time_zone FROM company_settings s WHERE s.company_id = ${id}) AS "timeZone",
    ${localToday(ctx)}::text AS today`;
}

/** @throws Error without a row: a statement without a condition has one. */
export function toShownCompany(row: CompanyRow | undefined): ShownCompany {
  if (!row) throw new Error("a query without a condition has no row");
  const { books, homeCurrency, dateFormat, timeZone, today } = row;
  return {
    ...{ books, homeCurrency, today },
    dateFormat: dateFormat ?? wireDateFormat(undefined),
    timeZone: timeZone ?? DEFAULT_TIME_ZONE,
    ledger: wordsOf(books?.provider),
    addressOf: addressesIn(books),
  };
}

/** A deposit from its row. Each field by its name: copying the rest of an object takes the time of all else here. */
export function toShownDeposit(row: DepositRow, company: ShownCompany): ShownDeposit {
  return {
    id: row.id,
    providerId: row.providerId,
    status: row.status,
    payoutStatus: row.payoutStatus,
    txnDate: new Date(row.txnDate),
    amount: BigInt(row.amount),
    currency: row.currency,
    quickbooksId: row.quickbooksId,
    reversedBy: row.reversedBy,
    traceId: row.traceId,
    bankCurrency: row.bankCurrency,
    returnedAmount: row.returnedAmount === null ? null : BigInt(row.returnedAmount),
    updatedAt: row.updatedAt,
    deletedAt: row.deletedAt,
    findings: parseFindings(row.findings),
    integrationId: row.integrationId,
    provider: row.provider,
    sourceAccount: row.sourceAccount,
    maybeBooked: row.maybeBooked,
    matchFees: BigInt(row.matchFees),
    posting: postingOf(row),
    books: company.books,
    homeCurrency: company.homeCurrency,
    dateFormat: company.dateFormat,
    timeZone: company.timeZone,
    today: company.today,
    ledger: company.ledger,
    addressOf: company.addressOf,
  };
}

function postingOf({ state, message, adopted, errorCode, details }: DepositRow) {
  if (state === null) return undefined;
  return {
    ...{ state, errorCode, message: message ?? "", adopted: adopted ?? false },
    details: details ?? "",
  };
}

interface CsvColumn {
  head: string;
  value(deposit: ShownDeposit, bankOf: BankNames): string;
  /** It is someone else's text, which a spreadsheet must not take for a formula. */
  foreign?: true;
}

/** The columns of the CSV file, in their order. */
export const depositCsv = ({ name }: LedgerWords): readonly CsvColumn[] => [
  { head: "Date", value: ({ txnDate }) => dateText(txnDate) },
  { head: "Account", value: (deposit, bankOf) => bankOf(deposit), foreign: true },
  { head: `${name} ID`, value: ({ quickbooksId }) => quickbooksId ?? "", foreign: true },
  {
    head: "Total Amount",
    value: (deposit) => toWireDecimal(Number(deposit.amount), deposit.currency),
  },
  { head: "Status", value: ({ status }) => status },
  { head: "Currency", value: ({ currency }) => currency },
  {
    head: "Processor",
    value: ({ provider, sourceAccount }) => sourceName(provider, sourceAccount),
    foreign: true,
  },
  { head: "Payout ID", value: ({ providerId }) => providerId, foreign: true },
  { head: "Deposit", value: ({ id }) => String(id) },
  { head: "Processor Account", value: ({ sourceAccount }) => sourceAccount, foreign: true },
];

/** The name of the bank account that a deposit goes to; empty while a user has to choose one. */
export type BankNames = (deposit: { provider: ProviderId; currency: string }) => string;

/** Names them by the settings of the connected books, as they are stored; read once for each kind of payout. */
export function bankNames(books: unknown): BankNames {
  const known = new Map<string, string>();
  return ({ provider, currency }) => {
    const key = `${provider} ${currency}`;
    // An account whose currency is not stored counts as fitting: only posting has to know.
    const name = known.get(key) ?? bankFor(books, { source: provider, currency })?.bankName ?? "";
    known.set(key, name);
    return name;
  };
}

export type ListOrder = DepositSort | "updated" | "-updated";

/** SQL: the orders of the list, of a table `d`. */
export const ORDER = {
  date: Prisma.sql`d.txn_date ASC, d.id DESC`,
  "-date": Prisma.sql`d.txn_date DESC, d.id DESC`,
  amount: Prisma.sql`d.amount ASC, d.id DESC`,
  "-amount": Prisma.sql`d.amount DESC, d.id DESC`,
  status: Prisma.sql`d.status ASC, d.id DESC`,
  "-status": Prisma.sql`d.status DESC, d.id DESC`,
  // One bank account per company: sorting by it is sorting by nothing, but not an error.
  account: Prisma.sql`d.id ASC`,
  "-account": Prisma.sql`d.id DESC`,
  // The ids of QuickBooks are numbers in text; what is not posted yet comes last, either way.
  quickbooks_id: Prisma.sql`d.quickbooks_id IS NULL, length(d.quickbooks_id) ASC, d.quickbooks_id ASC, d.id DESC`,
  "-quickbooks_id": Prisma.sql`d.quickbooks_id IS NULL, length(d.quickbooks_id) DESC, d.quickbooks_id DESC, d.id DESC`,
  updated: Prisma.sql`d.updated_at ASC, d.id ASC`,
  "-updated": Prisma.sql`d.updated_at DESC, d.id DESC`,
} satisfies Record<ListOrder, Prisma.Sql>;
