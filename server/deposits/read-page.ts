import { type DepositLine, Prisma } from "@/generated/prisma/client";
import type { Deposit, DepositStatus, depositList } from "@/lib/contracts/deposits";
import type { QueryOf } from "@/lib/contracts/endpoint";
import { LEDGER } from "@/lib/providers/list";
import { DEPOSIT_COLUMNS, DEPOSIT_JOINS, type DepositRow } from "@/server/deposits/columns";
import { toDepositView } from "@/server/deposits/deposit-view";
import { toShownDeposit } from "@/server/deposits/to-shown-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { readRows } from "@/server/platform/read-rows";

/** Which deposits, in which order; without `limit`, all of them. */
export interface DepositSelection {
  status: DepositStatus | undefined;
  /** Part of the bank account's name or of an id, in any case. */
  search: string | undefined;
  /** Calendar dates; both belong to the range. */
  from?: string | undefined;
  to?: string | undefined;
  sort: NonNullable<QueryOf<typeof depositList>["sort"]>;
  limit: { take: number; skip: number } | undefined;
}

export interface DepositPage {
  deposits: Deposit[];
  bankName: string;
  /** How many there are on all pages together. */
  total: number;
}

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
  // QuickBooks' ids are numbers in text; what is not posted yet comes last, either way.
  quickbooks_id: Prisma.sql`d.quickbooks_id IS NULL, length(d.quickbooks_id) ASC, d.quickbooks_id ASC, d.id DESC`,
  "-quickbooks_id": Prisma.sql`d.quickbooks_id IS NULL, length(d.quickbooks_id) DESC, d.quickbooks_id DESC, d.id DESC`,
} satisfies Record<DepositSelection["sort"], Prisma.Sql>;

type Line = Pick<
  DepositLine,
  "id" | "depositId" | "kind" | "description" | "customerName" | "currency"
> & {
  /** Minor units in text. */
  gross: string;
  matched: boolean;
};

/** Literal, so that their partial indexes serve: comparing with a parameter is behind the second wall. */
const HAS_STATUS = {
  pending: Prisma.sql`AND d.status = 'pending'`,
  suggested: Prisma.sql`AND d.status = 'suggested'`,
  matched: Prisma.sql`AND d.status = 'matched'`,
  posted: Prisma.sql`AND d.status = 'posted'`,
} satisfies Record<DepositStatus, Prisma.Sql>;

/** Literal too: a plan for "some page size" is a plan for a tenth of all deposits. */
const PAGE_SIZES = [
  { size: 10, limit: Prisma.sql`LIMIT 10` },
  { size: 25, limit: Prisma.sql`LIMIT 25` },
  { size: 50, limit: Prisma.sql`LIMIT 50` },
  { size: 100, limit: Prisma.sql`LIMIT 100` },
  { size: 500, limit: Prisma.sql`LIMIT 500` },
];

/**
 * Reads deposits with all that a list shows of them: facts, deposits and their lines, in one snapshot
 * and one round trip, because it is asked for at every look at the product.
 */
export async function readDepositPage(
  ctx: CompanyContext,
  selection: DepositSelection,
): Promise<DepositPage> {
  const page = onPage(ctx, selection);
  const [facts, rows, lines] = await readRows<
    [{ bankName: string; total: number }, DepositRow, Line]
  >(
    ctx,
    factsOf(ctx, selection),
    Prisma.sql`WITH ${bankOf(ctx)}, page AS (${page})
      SELECT ${DEPOSIT_COLUMNS} FROM page d ${DEPOSIT_JOINS} ORDER BY ${ORDER[selection.sort]}`,
    // Every line of a posted deposit is posted: whether it is matched is then not asked.
    Prisma.sql`WITH ${bankOf(ctx)}, page AS (${page})
      SELECT l.id, l.deposit_id AS "depositId", l.kind, l.description,
        l.customer_name AS "customerName", l.gross::text AS gross, l.currency,
        d.status <> 'posted' AND EXISTS (SELECT FROM match_lines ml
          WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live) AS matched
      FROM page d JOIN deposit_lines l ON l.company_id = ${ctx.companyId}::uuid AND l.deposit_id = d.id
      ORDER BY l.id`,
  );
  const { bankName, total } = facts[0] ?? { bankName: "", total: 0 };
  const shown = rows.slice(0, selection.limit?.take);
  return { bankName, total, deposits: toViews(shown, lines, bankName) };
}

function onPage(ctx: CompanyContext, selection: DepositSelection): Prisma.Sql {
  const { limit } = selection;
  const ladder = PAGE_SIZES.find(({ size }) => limit && size >= limit.take);
  const window = limit && ladder ? Prisma.sql`${ladder.limit} OFFSET ${limit.skip}` : Prisma.empty;
  return Prisma.sql`SELECT d.* ${chosen(ctx, selection)} ORDER BY ${ORDER[selection.sort]} ${window}`;
}

function chosen({ companyId }: CompanyContext, { status, search, from, to }: DepositSelection) {
  const bank = search === undefined ? Prisma.empty : Prisma.sql`CROSS JOIN bank`;
  const bySearch = search === undefined ? Prisma.empty : Prisma.sql`AND ${contains(search)}`;
  return Prisma.sql`FROM deposits d ${bank}
    WHERE d.company_id = ${companyId}::uuid AND d.deleted_at IS NULL
      ${status ? HAS_STATUS[status] : Prisma.empty} ${inRange(from, to)} ${bySearch}`;
}

/** The bank account's name, and how many deposits there are on all pages: counted ahead where possible. */
function factsOf(ctx: CompanyContext, selection: DepositSelection): Prisma.Sql {
  const { status, search, from, to } = selection;
  const counted = from === undefined && to === undefined ? TOTALS : COUNTS;
  const total =
    search === undefined
      ? Prisma.sql`SELECT coalesce(sum(d.deposits), 0) FROM ${counted} d
          WHERE d.company_id = ${ctx.companyId}::uuid
            ${status ? HAS_STATUS[status] : Prisma.empty} ${inRange(from, to)}`
      : Prisma.sql`SELECT count(*) ${chosen(ctx, selection)}`;
  return Prisma.sql`WITH ${bankOf(ctx)}
    SELECT bank.name AS "bankName", (${total})::int AS total FROM bank`;
}

const TOTALS = Prisma.sql`deposit_totals`;
const COUNTS = Prisma.sql`deposit_counts`;

function bankOf({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`bank AS MATERIALIZED (
    SELECT coalesce((SELECT i.settings ->> 'bankName' FROM integrations i
      WHERE i.company_id = ${companyId}::uuid AND i.provider = ${LEDGER}::provider
        AND i.status <> 'disconnected'), '') AS name)`;
}

/** A substring as it is: no sign in it is a wildcard. */
export function contains(search: string): Prisma.Sql {
  const word = search.toLowerCase();
  return Prisma.sql`(strpos(lower(bank.name), ${word}) > 0
    OR strpos(lower(d.quickbooks_id), ${word}) > 0 OR strpos(lower(d.provider_id), ${word}) > 0)`;
}

/** The days from one to another, of a table `d`; the counts by day have them too. */
export function inRange(from: string | undefined, to: string | undefined): Prisma.Sql {
  const first = from === undefined ? Prisma.empty : Prisma.sql`AND d.txn_date >= ${from}::date`;
  const last = to === undefined ? Prisma.empty : Prisma.sql`AND d.txn_date <= ${to}::date`;
  return Prisma.sql`${first} ${last}`;
}

function toViews(rows: DepositRow[], lines: Line[], bankName: string): Deposit[] {
  const linesOf = new Map<number, Line[]>(rows.map(({ id }) => [id, []]));
  for (const line of lines) linesOf.get(line.depositId)?.push(line);
  const matchedLineIds = new Set(lines.filter(({ matched }) => matched).map(({ id }) => id));
  return rows.map((row) => {
    const own = linesOf.get(row.id) ?? [];
    const deposit = {
      ...toShownDeposit(row),
      lines: own.map((line) => ({ ...line, gross: BigInt(line.gross) })),
    };
    return toDepositView(deposit, { bankName, matchedLineIds });
  });
}
