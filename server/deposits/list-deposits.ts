import { Prisma } from "@/generated/prisma/client";
import {
  type ChangeCursor,
  readChangeCursor,
  writeChangeCursor,
} from "@/lib/constants/deposit-changes";
import type { Deposit, DepositTotal, depositList } from "@/lib/contracts/deposits";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import { queryPrepared } from "@/server/platform/prepared-queries";
import {
  bankNames,
  type CompanyRow,
  companyColumns,
  DEPOSIT_COLUMNS,
  DEPOSIT_JOINS,
  type DepositRow,
  type ListOrder,
  MATCH_FEES,
  ORDER,
  toShownCompany,
  toShownDeposit,
} from "./columns";
import {
  bankOf,
  chosenFrom,
  countedAhead,
  criteriaCtes,
  type DepositCriteria,
  isKept,
  isNarrowed,
  readCriteria,
} from "./criteria";
import { groupLines, type LinesRow, shownLinesOf, toDepositView } from "./deposit-view";

/** Which deposits, in which order; without `limit`, all of them. */
interface DepositSelection {
  criteria: DepositCriteria;
  sort: ListOrder;
  limit: { take: number; skip: number } | undefined;
  /** Where the page before ended, in the order of `updated`. */
  after: ChangeCursor | null;
  /** Whether the chosen ones are added up. */
  totals: boolean;
}

interface DepositPage {
  deposits: Deposit[];
  bankName: string;
  /** How many there are on all pages together. */
  total: number;
  totals: DepositTotal[];
}

/** Literal: a plan for "some page size" is a plan for a tenth of all deposits. */
const PAGE_SIZES = [
  { size: 10, limit: Prisma.sql`LIMIT 10` },
  { size: 25, limit: Prisma.sql`LIMIT 25` },
  { size: 50, limit: Prisma.sql`LIMIT 50` },
  { size: 100, limit: Prisma.sql`LIMIT 100` },
  { size: 500, limit: Prisma.sql`LIMIT 500` },
];

/**
 * Reads deposits with all that a list shows of them: facts, deposits and their lines, in one snapshot
 * and one round trip, because it is asked for at every look at the product. A search takes a trip of its own, or
 * else each of the three would search.
 */
async function readDepositPage(
  ctx: CompanyContext,
  selection: DepositSelection,
): Promise<DepositPage> {
  const { search } = selection.criteria;
  return search ? readFound(ctx, selection) : readChosen(ctx, selection);
}

async function readChosen(ctx: CompanyContext, selection: DepositSelection): Promise<DepositPage> {
  const { criteria, totals } = selection;
  const counted =
    countedAhead(ctx, criteria) ?? Prisma.sql`SELECT count(*) ${chosenFrom(ctx, criteria)}`;
  const [facts, added, rows, lines] = await queryPrepared<
    [Facts & { total: number }, TotalRow, DepositRow, LinesRow]
  >(
    ctx,
    Prisma.sql`WITH ${bankOf(ctx)}
      SELECT ${factsOf(ctx)}, (${counted})::int AS total FROM bank`,
    totals && isNarrowed(criteria)
      ? totalsOf(chosenFrom(ctx, criteria))
      : Prisma.sql`SELECT WHERE false`,
    ...pageOf(ctx, onPage(ctx, selection), selection.sort),
  );
  const [found] = facts;
  const { bankName, total } = found ?? NOTHING_FOUND;
  const shown = rows.slice(0, selection.limit?.take);
  return { bankName, total, totals: toTotals(added), deposits: toViews(shown, lines, found) };
}

interface Facts extends CompanyRow {
  bankName: string;
  /** Of the connected books, as they are stored. */
  booksSettings: unknown;
}

/** SQL: the columns of {@link Facts}, with the CTE `bank`. */
function factsOf(ctx: CompanyContext): Prisma.Sql {
  return Prisma.sql`bank.name AS "bankName", bank.books AS "booksSettings", ${companyColumns(ctx)}`;
}

interface Found extends Facts {
  total: number;
  ids: number[];
  totals: TotalRow[] | null;
}

async function readFound(ctx: CompanyContext, selection: DepositSelection): Promise<DepositPage> {
  const { criteria, sort, limit, after } = selection;
  const window = limit
    ? Prisma.sql`LIMIT ${limit.take}::int OFFSET ${limit.skip}::int`
    : Prisma.empty;
  const totals = selection.totals
    ? Prisma.sql`(SELECT json_agg(t) FROM (${totalsOf(Prisma.sql`FROM chosen d`)}) t)`
    : Prisma.sql`NULL::json`;
  const [[found]] = await queryPrepared<[Found]>(
    ctx,
    Prisma.sql`WITH ${criteriaCtes(ctx, criteria)}, chosen AS MATERIALIZED (
        SELECT d.company_id, d.id, d.txn_date, d.amount, d.currency, d.status, d.quickbooks_id, d.updated_at
        ${chosenFrom(ctx, criteria)})
      SELECT ${factsOf(ctx)}, (SELECT count(*) FROM chosen)::int AS total,
        ARRAY(SELECT d.id FROM chosen d WHERE true ${follows(after)} ORDER BY ${ORDER[sort]} ${window}) AS ids,
        ${totals} AS totals
      FROM bank`,
  );
  const { bankName, total, ids, totals: added } = found ?? NOTHING_FOUND;
  const page = Prisma.sql`SELECT d.* FROM deposits d WHERE d.company_id = ${ctx.companyId}::uuid
    AND d.id = ANY (${ids}::int[]) ${isKept(criteria.updatedSince)}`;
  const [rows, lines] = await queryPrepared<[DepositRow, LinesRow]>(
    ctx,
    ...pageOf(ctx, page, sort),
  );
  return {
    bankName,
    total,
    totals: toTotals(added ?? []),
    deposits: toViews(rows, lines, found),
  };
}

const NOTHING_FOUND: Pick<Found, "bankName" | "total" | "ids" | "totals"> = {
  ...{ bankName: "", total: 0, ids: [], totals: null },
};

/** The deposits that `page` selects, and their lines. */
function pageOf(ctx: CompanyContext, page: Prisma.Sql, sort: ListOrder) {
  return [
    Prisma.sql`WITH page AS (${page})
      SELECT ${DEPOSIT_COLUMNS} FROM page d ${DEPOSIT_JOINS} ORDER BY ${ORDER[sort]}`,
    shownLinesOf(ctx, page),
  ] as const;
}

function follows(after: ChangeCursor | null): Prisma.Sql {
  return after
    ? Prisma.sql`AND (d.updated_at, d.id) > (${after.updatedAt}::timestamptz, ${after.id}::int)`
    : Prisma.empty;
}

function onPage(ctx: CompanyContext, selection: DepositSelection): Prisma.Sql {
  const { criteria, limit, sort, after } = selection;
  const ladder = PAGE_SIZES.find(({ size }) => limit && size >= limit.take);
  const window = limit && ladder ? Prisma.sql`${ladder.limit} OFFSET ${limit.skip}` : Prisma.empty;
  return Prisma.sql`SELECT d.* ${chosenFrom(ctx, criteria)} ${follows(after)} ORDER BY ${ORDER[sort]} ${window}`;
}

function toViews(
  rows: readonly DepositRow[],
  [page]: readonly LinesRow[],
  facts: Facts | undefined,
): Deposit[] {
  const company = toShownCompany(facts);
  const bankOf = bankNames(facts?.booksSettings);
  const { linesOf, ...lineFacts } = groupLines(page);
  return rows.map((row) => {
    const deposit = { ...toShownDeposit(row, company), lines: linesOf.get(row.id) ?? [] };
    return toDepositView(deposit, { bankOf, ...lineFacts });
  });
}

/** Beyond, adding up takes longer than everything else. */
const MAX_ADDED = 20_000;

/** Minor units in text. */
interface TotalRow {
  currency: string;
  count: number;
  amount: string;
  fees: string;
}

/**
 * SQL: a {@link TotalRow} per currency of the deposits that `from` chooses, as `d`; none for more than 20,000.
 * @param from FROM and WHERE
 */
function totalsOf(from: Prisma.Sql): Prisma.Sql {
  const more = Prisma.raw(String(MAX_ADDED + 1));
  return Prisma.sql`SELECT d.currency, count(*)::int AS count, sum(d.amount)::text AS amount,
      sum(l.fees + f.match_fees)::text AS fees
    FROM (SELECT d.company_id, d.id, d.amount, d.currency ${from} LIMIT ${more}) d
    CROSS JOIN LATERAL (SELECT coalesce(sum(l.fee), 0) AS fees FROM deposit_lines l
      WHERE l.company_id = d.company_id AND l.deposit_id = d.id) l
    CROSS JOIN LATERAL ${MATCH_FEES} f
    GROUP BY d.currency`;
}

/** The totals as the wire has them, the most frequent currency first. */
function toTotals(rows: readonly TotalRow[]): DepositTotal[] {
  const added = rows.reduce((sum, { count }) => sum + count, 0);
  if (added > MAX_ADDED) return [];
  return [...rows]
    .sort((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
    .map(({ currency, count, amount, fees }) => ({
      currency,
      count,
      amount: toWireDecimal(Number(amount), currency),
      fees: toWireDecimal(Number(fees), currency),
    }));
}

const DEFAULT_PAGE_SIZE = 50;

type ListQuery = QueryOf<typeof depositList>;

/**
 * The company's deposits. Without a page, all of them, as documented; with one, paged, filtered and
 * sorted in the database. With `updated_since`, what has changed since, deletions too.
 */
export async function listDeposits(
  ctx: CompanyContext,
  query: ListQuery,
): Promise<ResponseOf<typeof depositList>> {
  const { page = 1, page_size: take = DEFAULT_PAGE_SIZE, totals: addUp, ...asked } = query;
  const { updated_since: updatedSince, after: cursor, ...sorted } = asked;
  const { sort = updatedSince ? "updated" : "-date", ...filter } = sorted;
  const after = cursor === undefined ? null : readChangeCursor(cursor);
  const paged = [query.page, query.page_size, cursor].some((each) => each !== undefined);
  // Before the deposits are read: what appears in between is among them, or comes with the next call.
  const until = updatedSince ? (after?.until ?? (await settledUntil(ctx))) : null;
  const { deposits, bankName, total, totals } = await readDepositPage(ctx, {
    criteria: { ...(await readCriteria(ctx, filter)), updatedSince },
    ...{ sort, after },
    limit: paged ? { take, skip: after ? 0 : (page - 1) * take } : undefined,
    totals: addUp === "yes",
  });
  const last = paged && deposits.length === take ? deposits.at(-1) : undefined;
  const more =
    until && sort === "updated"
      ? last && { after: writeChangeCursor({ updatedAt: last.updated_at, id: last.id, until }) }
      : paged && page * take < total && { page: page + 1 };
  return {
    ...{ deposits, bank_name: bankName, total, totals },
    ...{ page, page_size: paged ? take : total },
    next: more ? toQuery(query, more) : null,
    updated_until: until,
  };
}

/** Up to when all changes of the company have appeared. */
async function settledUntil(ctx: CompanyContext): Promise<string | null> {
  const [[row]] = await queryPrepared<[{ until: Date }]>(
    ctx,
    Prisma.sql`SELECT deposits_settled_until(${ctx.companyId}::uuid) AS until`,
  );
  return row?.until.toISOString() ?? null;
}

/** The query of the following page, as an address has it. */
function toQuery(
  { page: _page, after: _after, ...query }: ListQuery,
  follows: Pick<ListQuery, "page" | "after">,
): string {
  const parameters = Object.entries({ ...query, ...follows }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(parameters).toString();
}
