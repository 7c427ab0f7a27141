import { type LineKind, type Posting, Prisma } from "@/generated/prisma/client";
import type { Deposit, DepositStatus, depositList } from "@/lib/contracts/deposits";
import type { QueryOf } from "@/lib/contracts/endpoint";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { toDepositView } from "@/server/deposits/deposit-view";

/** Which deposits, in which order; without `limit`, all of them. */
export interface DepositSelection {
  status: DepositStatus | undefined;
  /** Part of the bank account's name or of an id, in any case. */
  search: string | undefined;
  sort: NonNullable<QueryOf<typeof depositList>["sort"]>;
  limit: { take: number; skip: number } | undefined;
}

export interface DepositPage {
  deposits: Deposit[];
  bankName: string;
  /** How many there are on all pages together. */
  total: number;
}

const ORDER = {
  date: Prisma.sql`d.txn_date ASC, d.id DESC`,
  "-date": Prisma.sql`d.txn_date DESC, d.id DESC`,
  amount: Prisma.sql`d.amount ASC, d.id DESC`,
  "-amount": Prisma.sql`d.amount DESC, d.id DESC`,
  status: Prisma.sql`d.status ASC, d.id DESC`,
  "-status": Prisma.sql`d.status DESC, d.id DESC`,
  // One bank account per company: sorting by it is sorting by nothing, but not an error.
  account: Prisma.sql`d.id ASC`,
  "-account": Prisma.sql`d.id DESC`,
} satisfies Record<DepositSelection["sort"], Prisma.Sql>;

interface Line {
  id: number;
  kind: LineKind;
  description: string;
  customerName: string;
  /** Minor units in text: JSON's numbers are too small for them. */
  gross: string;
  currency: string;
  matched: boolean;
}

interface Row {
  id: number;
  txnDate: string;
  amount: string;
  currency: string;
  quickbooksId: string | null;
  status: DepositStatus;
  providerId: string;
  provider: "stripe" | "authorizenet";
  posting: Pick<Posting, "state" | "message" | "adopted"> | null;
  lines: Line[];
}

/**
 * Reads deposits with all that a list shows of them, in one statement: it is asked for at every look at
 * the product, and the ORM would send eight.
 */
export async function readDepositPage(
  ctx: CompanyContext,
  { status, search, sort, limit }: DepositSelection,
): Promise<DepositPage> {
  const { companyId } = ctx;
  const byStatus = status ? Prisma.sql`AND d.status = ${status}::deposit_status` : Prisma.empty;
  const bySearch = search === undefined ? Prisma.empty : Prisma.sql`AND ${contains(search)}`;
  const window = limit ? Prisma.sql`LIMIT ${limit.take} OFFSET ${limit.skip}` : Prisma.empty;
  const chosen = Prisma.sql`FROM deposits d, bank
    WHERE d.company_id = ${companyId}::uuid AND d.deleted_at IS NULL ${byStatus} ${bySearch}`;
  const total =
    search === undefined
      ? Prisma.sql`SELECT coalesce(sum(d.deposits), 0) FROM deposit_counts d
          WHERE d.company_id = ${companyId}::uuid ${byStatus}`
      : Prisma.sql`SELECT count(*) ${chosen}`;
  const [found] = await db(ctx).$queryRaw<{ bankName: string; total: number; rows: Row[] }[]>`
    WITH bank AS MATERIALIZED (
      SELECT coalesce((SELECT i.settings ->> 'bankName' FROM integrations i
        WHERE i.company_id = ${companyId}::uuid AND i.provider = 'quickbooks'
          AND i.status <> 'disconnected'), '') AS name
    )
    SELECT bank.name AS "bankName", (${total})::int AS total, coalesce((
      SELECT json_agg(json_build_object('id', d.id, 'txnDate', d.txn_date, 'amount', d.amount::text,
          'currency', d.currency, 'quickbooksId', d.quickbooks_id, 'status', d.status,
          'providerId', d.provider_id, 'provider', i.provider, 'posting', ${POSTING},
          'lines', ${LINES}) ORDER BY ${ORDER[sort]})
      FROM (SELECT d.* ${chosen} ORDER BY ${ORDER[sort]} ${window}) d
      JOIN integrations i ON i.company_id = d.company_id AND i.id = d.integration_id
    ), '[]') AS rows
    FROM bank`;
  const { bankName, total: all, rows } = found ?? { bankName: "", total: 0, rows: [] };
  return { bankName, total: all, deposits: rows.map((row) => toView(row, bankName)) };
}

const POSTING = Prisma.sql`(
  SELECT json_build_object('state', p.state, 'message', p.message, 'adopted', p.adopted)
  FROM postings p
  WHERE p.company_id = d.company_id AND p.deposit_id = d.id AND p.state <> 'undone')`;

// Every line of a posted deposit is posted: whether it is matched is then not asked.
const LINES = Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('id', l.id, 'kind', l.kind,
    'description', l.description, 'customerName', l.customer_name, 'gross', l.gross::text,
    'currency', l.currency, 'matched', d.status <> 'posted' AND EXISTS (SELECT FROM match_lines ml
      WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live)) ORDER BY l.id), '[]')
  FROM deposit_lines l WHERE l.company_id = d.company_id AND l.deposit_id = d.id)`;

/** A substring as it is: no sign in it is a wildcard. */
function contains(search: string): Prisma.Sql {
  const word = search.toLowerCase();
  return Prisma.sql`(strpos(lower(bank.name), ${word}) > 0
    OR strpos(lower(d.quickbooks_id), ${word}) > 0 OR strpos(lower(d.provider_id), ${word}) > 0)`;
}

function toView(row: Row, bankName: string): Deposit {
  const { provider, posting, lines, ...deposit } = row;
  const stored = {
    ...deposit,
    txnDate: new Date(deposit.txnDate),
    amount: BigInt(deposit.amount),
    integration: { provider },
    lines: lines.map((line) => ({ ...line, gross: BigInt(line.gross) })),
  };
  const matchedLineIds = new Set(lines.filter(({ matched }) => matched).map(({ id }) => id));
  return toDepositView(stored, { bankName, matchedLineIds, posting: posting ?? undefined });
}
