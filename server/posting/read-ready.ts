import { createHash } from "node:crypto";
import { Prisma } from "@/generated/prisma/client";
import type { PostingReview } from "@/lib/contracts/posting-review";
import { groupBy } from "@/lib/group-by";
import { sumMinor, toWireDecimal } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import { readCompanyFacts } from "@/server/connections/company-facts";
import { findLedger, homeCurrency, providerName, sourceName } from "@/server/connections/find";
import { obstacleAction, type PostingObstacle } from "@/server/deposits/reason-words";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { loadDateFormat } from "@/server/work/company";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { type Obstacle, withDeposit } from "./claim-posting";
import { categoryMissing, UnprovenSumError } from "./draft";
import { booksClosed, CONNECT, reconnect } from "./obstacles";
import { bookedOn } from "./open-day-posting";
import { type BooksFacts, hasCategory, prepareDraft, settingObstacle } from "./prepare-draft";

/** What is ready to post: matched, held, not perhaps in the books already, and with all that posting needs. */
interface Ready {
  ready: PostingReview["ready"];
  /** What is held besides, by what it waits for. */
  waiting: PostingReview["waiting"];
  /** Changes whenever another deposit is ready, or one of them is matched anew. */
  revision: string;
  /** Of the postings that are ready. */
  postingIds: string[];
}

/** A held posting with what its obstacles are told by. */
interface HeldRow {
  id: string;
  depositId: number;
  currency: string;
  /** Minor units in text. */
  amount: string;
  txnDate: string;
  /** The first day of it and of what is created for it. */
  firstDate: string;
  earliestDate: string | null;
  bankCurrency: string | null;
  integrationId: string;
  provider: ProviderId;
  displayName: string;
  /** It may have more lines than payments and fees: only its draft tells. */
  isSpecial: boolean;
  /** Its payments don't add up to it: without other lines, the rest are fees. */
  hasFees: boolean;
}

/** Reads what is ready to post and what isn't yet, and why. Without a provider call. */
export async function readReady(tx: Tx, ctx: CompanyContext): Promise<Ready> {
  const held = await heldPostings(tx, ctx);
  const obstacles = await obstaclesOf(tx, ctx, held);
  const ready = held.filter(({ id }) => !obstacles.has(id));
  const dates = ready.map(({ txnDate }) => txnDate).toSorted();
  const postingIds = ready.map(({ id }) => id).toSorted();
  const { name } = await loadLedgerWords(ctx, tx);
  const waiting = groupBy(
    held.filter(({ id }) => obstacles.has(id)),
    (row) => keyOf(row, obstacles.get(row.id)),
  );
  return {
    ready: {
      count: ready.length,
      from: dates[0] ?? null,
      to: dates.at(-1) ?? null,
      totals: totalsOf(ready),
      closed: [...obstacles.values()].filter(({ code }) => code === "books_closed").length,
    },
    waiting: [...waiting.values()]
      .flatMap((rows) => toWaiting(rows, obstacles, name))
      .toSorted((left, right) => right.count - left.count),
    revision: createHash("sha256").update(postingIds.join()).digest("hex"),
    postingIds,
  };
}

function heldPostings(tx: Tx, { companyId }: CompanyContext): Promise<HeldRow[]> {
  const planned = Prisma.sql`(SELECT min(lp.txn_date) FROM planned_payments pp
    JOIN ledger_payments lp ON lp.company_id = pp.company_id AND lp.id = pp.payment_id AND lp.state = 'planned'
    WHERE pp.company_id = d.company_id AND pp.deposit_id = d.id)`;
  const isSpecial = Prisma.sql`(d.amount < 0
    OR EXISTS (SELECT FROM deposit_lines l WHERE l.company_id = d.company_id AND l.deposit_id = d.id
      AND l.kind <> 'charge' AND NOT l.fee_predicted)
    OR EXISTS (SELECT FROM deposit_adjustments a WHERE a.company_id = d.company_id AND a.deposit_id = d.id
      AND a.account_id <> '')
    OR paid.moved)`;
  return tx.$queryRaw<HeldRow[]>`
    SELECT p.id::text, d.id AS "depositId", d.currency, d.amount::text, d.txn_date::text AS "txnDate",
      least(d.txn_date, ${planned})::text AS "firstDate", d.earliest_date::text AS "earliestDate",
      d.bank_currency AS "bankCurrency", d.integration_id::text AS "integrationId", i.provider::text AS provider,
      i.display_name AS "displayName",
      ${isSpecial} AS "isSpecial", paid.amount <> d.amount AS "hasFees"
    FROM postings p
    JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
    JOIN integrations i ON i.company_id = d.company_id AND i.id = d.integration_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(lp.amount), 0) AS amount, coalesce(bool_or(lp.booked_to IS NOT NULL), false) AS moved
      FROM matches m
      JOIN match_payments mp ON mp.company_id = m.company_id AND mp.match_id = m.id AND mp.live
      JOIN ledger_payments lp ON lp.company_id = mp.company_id AND lp.id = mp.payment_id
      WHERE m.company_id = d.company_id AND m.deposit_id = d.id) paid
    WHERE p.company_id = ${companyId}::uuid AND p.state = 'held'
      AND NOT EXISTS (SELECT FROM existing_deposits e WHERE e.company_id = p.company_id
        AND e.deposit_id = p.deposit_id AND e.state = 'suggested')
    ORDER BY d.txn_date, d.id`;
}

/** What each posting waits for, by its id; the first obstacle of one counts. */
async function obstaclesOf(
  tx: Tx,
  ctx: CompanyContext,
  held: readonly HeldRow[],
): Promise<ReadonlyMap<string, Obstacle>> {
  const integration = await findLedger(ctx, tx);
  if (!integration) return new Map(held.map(({ id }) => [id, CONNECT]));
  if (integration.status === "expired") {
    const expired = reconnect(providerName(integration.provider));
    return new Map(held.map(({ id }) => [id, expired]));
  }
  const books: BooksFacts = { integration, home: await homeCurrency(ctx, tx) };
  const settings = await sourceSettings(tx, ctx, held);
  const found = new Map<string, Obstacle>();
  const toDraft: HeldRow[] = [];
  for (const row of held) {
    const { provider, displayName, integrationId } = row;
    const source = { provider, displayName, settings: settings.get(integrationId) ?? {} };
    const obstacle = settingObstacle(
      { ...row, amount: BigInt(row.amount), integration: source },
      books,
    );
    if (obstacle) found.set(row.id, obstacle);
    else if (row.isSpecial) toDraft.push(row);
    else if (row.hasFees && !hasCategory(source.settings)) {
      found.set(row.id, categoryMissing(sourceName(provider, displayName)));
    }
  }
  for (const [id, obstacle] of await draftObstacles(tx, ctx, toDraft, books)) {
    found.set(id, obstacle);
  }
  const closedUntil = readCompanyFacts(integration)?.closedUntil ?? null;
  if (closedUntil === null) return found;
  const closed = booksClosed(closedUntil, await loadDateFormat(ctx, tx));
  for (const { id, firstDate, earliestDate } of held) {
    const day = bookedOn(firstDate, earliestDate === null ? null : new Date(earliestDate));
    if (!found.has(id) && day <= closedUntil) found.set(id, closed);
  }
  return found;
}

async function sourceSettings(tx: Tx, { companyId }: CompanyContext, held: readonly HeldRow[]) {
  const ids = [...new Set(held.map(({ integrationId }) => integrationId))];
  const rows = await tx.integration.findMany({
    where: { companyId, id: { in: ids } },
    select: { id: true, settings: true },
  });
  return new Map(rows.map(({ id, settings }) => [id, settings]));
}

/** So many deposits with their lines and payments are read at once. */
const BATCH = 200;

async function draftObstacles(
  tx: Tx,
  { companyId }: CompanyContext,
  rows: readonly HeldRow[],
  books: BooksFacts,
): Promise<Map<string, Obstacle>> {
  const found = new Map<string, Obstacle>();
  for (let start = 0; start < rows.length; start += BATCH) {
    const ids = rows.slice(start, start + BATCH).map(({ id }) => id);
    const postings = await tx.posting.findMany({
      where: { companyId, id: { in: ids } },
      include: withDeposit,
    });
    for (const posting of postings) {
      try {
        const prepared = prepareDraft(posting, books);
        if ("code" in prepared) found.set(posting.id, prepared);
      } catch (error) {
        // A sum that doesn't close is told when it is sent: no user can supply anything.
        if (!(error instanceof UnprovenSumError)) throw error;
      }
    }
  }
  return found;
}

/** What one button mends is one group, whatever each deposit says in detail. */
function keyOf({ provider }: HeldRow, obstacle: Obstacle | undefined): string {
  const isOfLines = obstacle && OF_LINES.has(obstacle.code);
  return `${obstacle?.code} ${isOfLines ? "" : `${provider} ${obstacle?.reason}`}`;
}

/** What differs from deposit to deposit. */
const OF_LINES: ReadonlySet<PostingObstacle> = new Set(["account_missing", "account_unusable"]);

function toWaiting(
  rows: readonly HeldRow[],
  obstacles: ReadonlyMap<string, Obstacle>,
  ledger: string,
): PostingReview["waiting"] {
  const [first] = rows;
  const obstacle = first && obstacles.get(first.id);
  if (!first || !obstacle) return [];
  const source = sourceName(first.provider, first.displayName);
  return [
    {
      count: rows.length,
      totals: totalsOf(rows),
      waits_for: WAITS_FOR[obstacle.code](first, { source, ledger }),
      text: OF_LINES.has(obstacle.code) && rows.length > 1 ? LINE_TEXT : obstacle.reason,
      action: obstacleAction(obstacle.code, first.bankCurrency),
      source,
      deposit_ids: rows.map(({ depositId }) => depositId),
    },
  ];
}

const LINE_TEXT = "Open each of them and choose the account of its lines.";

/** For the user, after "3 wait for". */
const WAITS_FOR: Record<
  PostingObstacle,
  (row: HeldRow, names: { source: string; ledger: string }) => string
> = {
  not_connected: (_, { ledger }) => `${ledger} to be connected`,
  bank_missing: ({ currency }) => `a ${currency} bank account`,
  category_missing: (_, { source }) => `an expense category in ${source} Settings`,
  clearing_missing: () => "a clearing account",
  payments_apart: () => "payments of one account",
  account_missing: () => "an account for a line without a payment",
  account_unusable: () => "another account for a line",
  currency_differs: () => "an account in the payout's currency",
  tax_code_unusable: () => "another tax code",
  books_closed: () => "the books to reopen",
  choice_outdated: () => "a new choice",
  maybe_booked: () => "an answer",
};

/** The currency of most deposits first. */
function totalsOf(rows: readonly HeldRow[]): PostingReview["ready"]["totals"] {
  return [...groupBy(rows, ({ currency }) => currency)]
    .toSorted(
      ([one, left], [other, right]) => right.length - left.length || one.localeCompare(other),
    )
    .map(([currency, own]) => ({
      currency,
      amount: toWireDecimal(sumMinor(own.map(({ amount }) => Number(amount))), currency),
    }));
}
