import { type Deposit, type Integration, type Posting, Prisma } from "@/generated/prisma/client";
import type { DepositSort } from "@/lib/constants/deposits";
import { dateText } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";
import type { LedgerWords } from "@/lib/ledger-words";
import { toWireDecimal } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { bankFor } from "@/server/connections/bank-accounts";
import { sourceName } from "@/server/connections/find";
import { wireDateFormat } from "@/server/work/company";
import { type AddressOf, type ShownBooks, shownBooksOf } from "./book-addresses";
import { type Findings, parseFindings } from "./findings";
import { EXPENSE_CATEGORY } from "./settlement-rows";

type Table = "d" | "i" | "p" | "e" | "c" | "f" | "l";

/** A column that a hot read selects: the driver's value `Raw` becomes `Value`. */
export interface Column<Raw, Value> {
  /** Alias of its table in the statement, see {@link DEPOSIT_JOINS}. */
  table: Table;
  name: string;
  /** A date or a bigint is selected as text: the driver's dates have a time zone. */
  cast: "" | "::text";
  parse(raw: Raw): Value;
}

const plain = <Value>(table: Table, name: string): Column<Value, Value> => ({
  table,
  name,
  cast: "",
  parse: (raw) => raw,
});
const inText = <Value>(name: string, parse: (raw: string) => Value): Column<string, Value> => ({
  table: "d",
  name,
  cast: "::text",
  parse,
});

/** What lists, pages and exports show of a deposit, its source and its posting. Amounts in minor units. */
export const COLUMNS = {
  id: plain<Deposit["id"]>("d", "id"),
  providerId: plain<Deposit["providerId"]>("d", "provider_id"),
  status: plain<Deposit["status"]>("d", "status"),
  payoutStatus: plain<Deposit["payoutStatus"]>("d", "payout_status"),
  txnDate: inText("txn_date", (text) => new Date(text)),
  amount: inText("amount", BigInt),
  currency: plain<Deposit["currency"]>("d", "currency"),
  quickbooksId: plain<Deposit["quickbooksId"]>("d", "quickbooks_id"),
  reversedBy: plain<Deposit["reversedBy"]>("d", "reversed_by"),
  traceId: plain<Deposit["traceId"]>("d", "trace_id"),
  bankCurrency: plain<Deposit["bankCurrency"]>("d", "bank_currency"),
  returnedAmount: {
    ...{ table: "d", name: "returned_amount", cast: "::text" },
    parse: (raw) => (raw === null ? null : BigInt(raw)),
  } satisfies Column<string | null, Deposit["returnedAmount"]>,
  updatedAt: plain<Deposit["updatedAt"]>("d", "updated_at"),
  deletedAt: plain<Deposit["deletedAt"]>("d", "deleted_at"),
  findings: {
    ...{ table: "d", name: "findings", cast: "" },
    parse: parseFindings,
  } satisfies Column<unknown, Findings | null>,
  integrationId: plain<Integration["id"]>("i", "id"),
  provider: plain<Integration["provider"]>("i", "provider"),
  sourceAccount: plain<Integration["displayName"]>("i", "display_name"),
  /** Null before the company connected any. */
  books: plain<ShownBooks | null>("l", "books"),
  homeCurrency: plain<string>("c", "currency"),
  dateFormat: {
    ...{ table: "c", name: "date_format", cast: "" },
    // The database has the wire's names; null without settings.
    parse: (raw) => raw ?? wireDateFormat(undefined),
  } satisfies Column<DateFormat | null, DateFormat>,
  timeZone: {
    ...{ table: "c", name: "time_zone", cast: "" },
    parse: (raw) => raw ?? DEFAULT_TIME_ZONE,
  } satisfies Column<string | null, string>,
  state: plain<Posting["state"] | null>("p", "state"),
  message: plain<Posting["message"] | null>("p", "message"),
  adopted: plain<Posting["adopted"] | null>("p", "adopted"),
  errorCode: plain<Posting["errorCode"]>("p", "error_code"),
  details: plain<Posting["details"] | null>("p", "details"),
  /** What in the books a user is asked about: it may be this payout's. */
  maybeBooked: plain<string | null>("e", "quickbooks_deposit_id"),
  /** What its matches add for fees that no line reports. */
  matchFees: { table: "f", name: "match_fees", cast: "::text", parse: BigInt } satisfies Column<
    string,
    bigint
  >,
};

type Columns = typeof COLUMNS;
type ColumnName = keyof Columns;

/** A row as the driver returns it. */
export type DepositRow = {
  [Name in ColumnName]: Parameters<Columns[Name]["parse"]>[0];
};
export type ParsedDeposit = { [Name in ColumnName]: ReturnType<Columns[Name]["parse"]> };

/** A deposit as it is shown, with its posting if there is one that was not undone. */
export type ShownDeposit = Omit<ParsedDeposit, keyof ShownPosting> & {
  posting: ShownPosting | undefined;
  /** The words for the company's accounting software. */
  ledger: LedgerWords;
  /** Of its transactions' pages. */
  addressOf: AddressOf;
};
type ShownPosting = Pick<Posting, "state" | "message" | "adopted" | "errorCode" | "details">;

export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];

/**
 * SQL: the fees, positive and in minor units, that the live matches of a deposit `d` add, because the processor doesn't
 * itemize the payout. lib/settlement.ts adds them up with the lines' own.
 */
export const MATCH_FEES = Prisma.sql`(SELECT coalesce(-sum(a.amount), 0) AS match_fees
    FROM deposit_adjustments a JOIN matches m ON m.company_id = a.company_id AND m.id = a.match_id
    WHERE a.company_id = d.company_id AND a.deposit_id = d.id AND a.account_id = ${EXPENSE_CATEGORY} AND m.live)`;

/** SQL: the columns of a {@link DepositRow}, of a table `d` with {@link DEPOSIT_JOINS}. */
export const DEPOSIT_COLUMNS = Prisma.raw(
  COLUMN_NAMES.map((as) => {
    const { table, name, cast } = COLUMNS[as];
    return `${table}.${name}${cast} AS "${as}"`;
  }).join(", "),
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
  CROSS JOIN LATERAL (SELECT ${columnsOf("c")} FROM companies c
    LEFT JOIN company_settings s ON s.company_id = c.id WHERE c.id = d.company_id) c
  CROSS JOIN LATERAL (SELECT ${shownBooksOf(Prisma.sql`d.company_id`)} AS books) l
  CROSS JOIN LATERAL ${MATCH_FEES} f`;

/** The columns of the table `deposits` that are shown, as the database names them. */
export const SHOWN_DEPOSIT_COLUMNS: readonly string[] = namesIn("d");

function columnsOf(table: Table): Prisma.Sql {
  return Prisma.raw(namesIn(table).join(", "));
}

function namesIn(table: Table): string[] {
  return Object.values(COLUMNS).flatMap((column) => (column.table === table ? column.name : []));
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
