import { type DepositLine, Prisma } from "@/generated/prisma/client";
import type { DepositSort } from "@/lib/constants/deposits";
import type { Deposit, DepositTotal, depositList } from "@/lib/contracts/deposits";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import { queryPrepared } from "@/server/platform/prepared-queries";
import {
  bankNames,
  DEPOSIT_COLUMNS,
  DEPOSIT_JOINS,
  type DepositRow,
  MATCH_FEES,
  ORDER,
} from "./columns";
import {
  bankOf,
  chosenFrom,
  countedAhead,
  criteriaCtes,
  type DepositCriteria,
  isNarrowed,
  readCriteria,
} from "./criteria";
import { toDepositView } from "./deposit-view";
import { MAYBE_BOOKED, originOf, toOrigin } from "./line-origins";
import { toShownDeposit } from "./to-shown-deposit";

/** Which deposits, in which order; without `limit`, all of them. */
interface DepositSelection {
  criteria: DepositCriteria;
  sort: DepositSort;
  limit: { take: number; skip: number } | undefined;
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

type Line = Pick<
  DepositLine,
  "id" | "depositId" | "kind" | "providerKind" | "description" | "customerName" | "currency"
> & {
  /** Calendar dates. */
  date: string;
  waitUntil: string | null;
  /** Minor units in text. */
  gross: string;
  fee: string;
  matched: boolean;
  /** By a user, while the deposit is open. */
  decided: boolean;
  /** See {@link originOf}. */
  origin: unknown;
  maybeBooked: boolean;
};

/** All lines of a page in one value: the driver takes a time for each value that a row has. */
interface Lines {
  lines: Line[];
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
    [{ bankName: string; books: unknown; total: number }, TotalRow, DepositRow, Lines]
  >(
    ctx,
    Prisma.sql`WITH ${bankOf(ctx)}
      SELECT bank.name AS "bankName", bank.books, (${counted})::int AS total FROM bank`,
    totals && isNarrowed(criteria)
      ? totalsOf(chosenFrom(ctx, criteria))
      : Prisma.sql`SELECT WHERE false`,
    ...pageOf(ctx, onPage(ctx, selection), selection.sort),
  );
  const { bankName, books, total } = facts[0] ?? { bankName: "", books: null, total: 0 };
  const shown = rows.slice(0, selection.limit?.take);
  return { bankName, total, totals: toTotals(added), deposits: toViews(shown, lines, books) };
}

interface Found {
  bankName: string;
  books: unknown;
  total: number;
  ids: number[];
  totals: TotalRow[] | null;
}

async function readFound(ctx: CompanyContext, selection: DepositSelection): Promise<DepositPage> {
  const { criteria, sort, limit } = selection;
  const window = limit
    ? Prisma.sql`LIMIT ${limit.take}::int OFFSET ${limit.skip}::int`
    : Prisma.empty;
  const totals = selection.totals
    ? Prisma.sql`(SELECT json_agg(t) FROM (${totalsOf(Prisma.sql`FROM chosen d`)}) t)`
    : Prisma.sql`NULL::json`;
  const [found] = await queryPrepared<[Found]>(
    ctx,
    Prisma.sql`WITH ${criteriaCtes(ctx, criteria)}, chosen AS MATERIALIZED (
        SELECT d.company_id, d.id, d.txn_date, d.amount, d.currency, d.status, d.quickbooks_id
        ${chosenFrom(ctx, criteria)})
      SELECT bank.name AS "bankName", bank.books, (SELECT count(*) FROM chosen)::int AS total,
        ARRAY(SELECT d.id FROM chosen d ORDER BY ${ORDER[sort]} ${window}) AS ids,
        ${totals} AS totals
      FROM bank`,
  );
  const { bankName, books, total, ids, totals: added } = found[0] ?? NOTHING_FOUND;
  const page = Prisma.sql`SELECT d.* FROM deposits d WHERE d.company_id = ${ctx.companyId}::uuid
    AND d.id = ANY (${ids}::int[]) AND d.deleted_at IS NULL`;
  const [rows, lines] = await queryPrepared<[DepositRow, Lines]>(ctx, ...pageOf(ctx, page, sort));
  return {
    bankName,
    total,
    totals: toTotals(added ?? []),
    deposits: toViews(rows, lines, books),
  };
}

const NOTHING_FOUND: Found = {
  bankName: "",
  books: null,
  total: 0,
  ids: [],
  totals: null,
};

/** The deposits that `page` selects, and their lines. */
function pageOf(ctx: CompanyContext, page: Prisma.Sql, sort: DepositSort) {
  return [
    Prisma.sql`WITH page AS (${page})
      SELECT ${DEPOSIT_COLUMNS} FROM page d ${DEPOSIT_JOINS} ORDER BY ${ORDER[sort]}`,
    // Every line of a posted deposit is posted: whether it is matched is then not asked.
    Prisma.sql`WITH page AS (${page})
      SELECT coalesce(json_agg(line ORDER BY line.id), '[]') AS lines FROM (
      SELECT l.id, l.deposit_id AS "depositId", l.kind, l.provider_kind AS "providerKind", l.description,
        l.date::text AS date, l.wait_until::text AS "waitUntil",
        l.customer_name AS "customerName", l.gross::text AS gross, l.fee::text AS fee, l.currency,
        ${originOf(ctx)} AS origin, ${MAYBE_BOOKED} AS "maybeBooked",
        d.status <> 'posted' AND EXISTS (SELECT FROM match_lines ml
          WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live) AS matched,
        d.status IN ('pending', 'suggested') AND EXISTS (SELECT FROM match_lines ml
          JOIN matches m ON m.company_id = ml.company_id AND m.id = ml.match_id AND m.state = 'accepted'
          WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live) AS decided
      FROM page d JOIN deposit_lines l ON l.company_id = ${ctx.companyId}::uuid AND l.deposit_id = d.id) line`,
  ] as const;
}

function onPage(ctx: CompanyContext, { criteria, limit, sort }: DepositSelection): Prisma.Sql {
  const ladder = PAGE_SIZES.find(({ size }) => limit && size >= limit.take);
  const window = limit && ladder ? Prisma.sql`${ladder.limit} OFFSET ${limit.skip}` : Prisma.empty;
  return Prisma.sql`SELECT d.* ${chosenFrom(ctx, criteria)} ORDER BY ${ORDER[sort]} ${window}`;
}

function toViews(rows: DepositRow[], [page]: Lines[], books: unknown): Deposit[] {
  const bankOf = bankNames(books);
  const lines = page?.lines ?? [];
  const linesOf = new Map<number, Line[]>(rows.map(({ id }) => [id, []]));
  for (const line of lines) linesOf.get(line.depositId)?.push(line);
  const matchedLineIds = new Set(lines.filter(({ matched }) => matched).map(({ id }) => id));
  const decidedLineIds = new Set(lines.filter(({ decided }) => decided).map(({ id }) => id));
  return rows.map((row) => {
    const own = linesOf.get(row.id) ?? [];
    const deposit = {
      ...toShownDeposit(row),
      lines: own.map((line) => ({
        ...line,
        gross: BigInt(line.gross),
        fee: BigInt(line.fee),
        origin: toOrigin(line.origin),
      })),
    };
    return toDepositView(deposit, { bankOf, matchedLineIds, decidedLineIds });
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

/**
 * The company's deposits. Without a page, all of them, as documented; with one, paged, filtered and
 * sorted in the database.
 */
export async function listDeposits(
  ctx: CompanyContext,
  query: QueryOf<typeof depositList>,
): Promise<ResponseOf<typeof depositList>> {
  const { page = 1, page_size: take = DEFAULT_PAGE_SIZE, sort = "-date", ...more } = query;
  const { totals: addUp, ...filter } = more;
  const paged = query.page !== undefined || query.page_size !== undefined;
  const { deposits, bankName, total, totals } = await readDepositPage(ctx, {
    criteria: await readCriteria(ctx, filter),
    sort,
    limit: paged ? { take, skip: (page - 1) * take } : undefined,
    totals: addUp === "yes",
  });
  return { deposits, bank_name: bankName, total, totals, page, page_size: paged ? take : total };
}
