import { randomUUID } from "node:crypto";
import { Prisma } from "@/generated/prisma/client";
import type { MatchingAlgorithm, MatchKind, MatchOrigin } from "@/lib/constants/matches";
import { groupBy } from "@/lib/group-by";
import { toDecimal } from "@/lib/money";
import { type SettlementAdjustment, settle } from "@/lib/settlement";
import { titleOfDeposit } from "@/server/deposits/deposit-title";
import { removePlanned } from "@/server/deposits/planned-rows";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import {
  toAdjustmentRow,
  toSettlementDeposit,
  toSettlementMatch,
  withParts,
} from "@/server/deposits/settlement-rows";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { isUnderway, lockPostings, queuePosting } from "@/server/work/postings";
import { misplacedMatches, requireOneAccount } from "./pools";
import { forgetChangedPayments, forgetPayments } from "./store-findings";

export interface NewMatch {
  depositId: number;
  state: "proposed" | "accepted";
  origin: MatchOrigin;
  kind: MatchKind;
  algorithm: MatchingAlgorithm | null;
  probability: number;
  /** Minor units. */
  difference: number;
  currency: string;
  evidence: Prisma.InputJsonArray;
  alternatives: Prisma.InputJsonObject;
  decidedBy: number | null;
  lineIds: number[];
  paymentIds: number[];
  adjustments: SettlementAdjustment[];
}

/** Inserts matches with their lines, payments and adjustments. They are live from here on. */
export async function insertMatches(
  tx: Tx,
  ctx: CompanyContext,
  matches: NewMatch[],
): Promise<void> {
  if (matches.length === 0) return;
  await tx.$executeRaw`WITH ${matchInsertion(ctx, matches)} SELECT`;
}

/** SQL: the parts of a WITH that do as {@link insertMatches}. */
export function matchInsertion({ companyId }: CompanyContext, matches: NewMatch[]): Prisma.Sql {
  const id = Prisma.sql`${companyId}::uuid`;
  const now = Prisma.sql`${new Date().toISOString()}::timestamptz`;
  const rows = matches.map(({ adjustments, ...match }) => ({
    ...match,
    id: randomUUID(),
    adjustments: adjustments.map(toAdjustmentRow),
  }));
  return Prisma.sql`new_match AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (
        id uuid, "depositId" int, state match_state, origin match_origin, kind match_kind,
        algorithm matching_algorithm, probability float8, difference bigint, currency char(3),
        evidence jsonb, alternatives jsonb, "decidedBy" int, "lineIds" int[], "paymentIds" int[],
        adjustments jsonb)
    ), added_matches AS (
      INSERT INTO matches (company_id, id, deposit_id, state, live, origin, kind, algorithm, probability,
        difference, currency, evidence, alternatives, decided_by, decided_at, created_at)
      SELECT ${id}, id, "depositId", state, true, origin, kind, algorithm, probability, difference,
        currency, evidence, alternatives, "decidedBy", CASE state WHEN 'accepted' THEN ${now} END, ${now}
      FROM new_match
    ), added_lines AS (
      INSERT INTO match_lines (company_id, match_id, line_id, live)
      SELECT ${id}, id, line, true FROM new_match, unnest("lineIds") AS line
    ), added_payments AS (
      INSERT INTO match_payments (company_id, match_id, payment_id, live)
      SELECT ${id}, id, payment, true FROM new_match, unnest("paymentIds") AS payment
    ), added_adjustments AS (
      INSERT INTO deposit_adjustments (company_id, deposit_id, match_id, amount, currency, account_id,
        account_name, customer_id, customer_name, class_id, class_name, description, created_at)
      SELECT ${id}, "depositId", id, a.amount, currency, a."accountId", a."accountName", a."customerId",
        a."customerName", a."classId", a."className", a.description, ${now}
      FROM new_match, jsonb_to_recordset(adjustments) AS a (amount bigint, "accountId" text,
        "accountName" text, "customerId" text, "customerName" text, "classId" text, "className" text,
        description text)
    )`;
}

/**
 * Removes proposals that use `paymentIds`, but those of one deposit. Their deposits go back to pending until the engine
 * runs again.
 */
export async function releaseProposals(
  tx: Tx,
  { companyId }: CompanyContext,
  { exceptDepositId, paymentIds }: { exceptDepositId?: number; paymentIds: number[] },
): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx.$executeRaw`
    WITH released AS (
      DELETE FROM matches m WHERE m.company_id = ${companyId}::uuid AND m.state = 'proposed'
        AND m.deposit_id IS DISTINCT FROM ${exceptDepositId ?? null}::int
        AND m.id IN (SELECT p.match_id FROM match_payments p
          WHERE p.company_id = ${companyId}::uuid AND p.payment_id = ANY(${paymentIds}::int[]))
      RETURNING m.deposit_id)
    UPDATE deposits d SET status = 'pending', version = d.version + 1
    WHERE d.company_id = ${companyId}::uuid AND d.status = 'suggested'
      AND d.id IN (SELECT deposit_id FROM released)`;
}

/** The accepted matches of a deposit: while it is open, its line decisions. */
export function decidedMatches(tx: Tx, { companyId }: CompanyContext, depositId: number) {
  return tx.match.findMany({
    where: { companyId, depositId, state: "accepted" },
    include: withParts,
    orderBy: { createdAt: "asc" },
  });
}

/** Who decided lines of a deposit, in how many matches, and how. */
export type Decider = {
  /** Null: a rule. */
  userId: number | null;
  /** A payment that is created for the line, one of the books, or an account. */
  how: "recorded" | "chosen" | "booked";
  count: number;
};

/** By deposit: who decided its accepted line decisions. For the record of how it came to be matched. */
export async function decidersOf(
  tx: Tx,
  { companyId }: CompanyContext,
  depositIds: readonly number[],
): Promise<ReadonlyMap<number, Decider[]>> {
  if (depositIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<(Decider & { depositId: number })[]>`
    SELECT d.deposit_id AS "depositId", d.decided_by AS "userId", d.how, count(*)::int AS count
    FROM (SELECT m.deposit_id, m.decided_by, CASE
        WHEN EXISTS (SELECT FROM match_payments mp JOIN planned_payments pp
          ON pp.company_id = mp.company_id AND pp.payment_id = mp.payment_id
            AND pp.deposit_id = m.deposit_id AND pp.removed_at IS NULL
          WHERE mp.company_id = m.company_id AND mp.match_id = m.id) THEN 'recorded'
        WHEN EXISTS (SELECT FROM match_payments mp
          WHERE mp.company_id = m.company_id AND mp.match_id = m.id) THEN 'chosen'
        ELSE 'booked' END AS how
      FROM matches m WHERE m.company_id = ${companyId}::uuid AND m.state = 'accepted'
        AND m.origin = 'manual' AND m.deposit_id = ANY(${[...depositIds]}::int[])) d
    GROUP BY 1, 2, 3 ORDER BY 1, 4 DESC, 3, 2`;
  return groupBy(rows, ({ depositId }) => depositId);
}

/** As an audit row has them. */
export function decided(deciders: readonly Decider[] = []) {
  return deciders.map(({ userId, how, count }) => ({ userId, how, count }));
}

/**
 * Accepts a deposit's live matches on the user's decision and queues it for posting.
 * @throws ConflictError for a payout that the bank sent back; UnusableInputError when the sum does not close, naming the
 *   difference, and see {@link requireOneAccount}.
 */
export async function acceptMatches(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  action: "deposit.confirmed" | "deposit.matched_by_hand",
): Promise<void> {
  const { companyId } = ctx;
  if (deposit.payoutStatus === "failed" || deposit.payoutStatus === "canceled") {
    throw new ConflictError(
      "payout_failed",
      "This payout didn't reach the bank, so it can't be matched.",
    );
  }
  const matches = await tx.match.findMany({
    where: { companyId, depositId: deposit.id, live: true },
    include: withParts,
  });
  const payments = matches.flatMap((match) => match.payments.map(({ payment }) => payment));
  await requireOneAccount(tx, ctx, deposit, payments);
  const settlement = settle(toSettlementDeposit(deposit), matches.map(toSettlementMatch));
  if (!settlement.closes) {
    const off = toDecimal(settlement.difference, deposit.currency);
    const open = settlement.openCharges;
    throw new UnusableInputError(
      open > 0
        ? `${open} of this deposit's charges have no payment yet. Match them manually.`
        : `The totals differ by ${off} ${deposit.currency}. Choose other payments, or an account for the difference.`,
    );
  }
  // Those of a match by hand are this one decision.
  const deciders = matches.some(({ state }) => state === "accepted")
    ? (await decidersOf(tx, ctx, [deposit.id])).get(deposit.id)
    : [];
  await tx.match.updateMany({
    where: { companyId, depositId: deposit.id, state: "proposed" },
    data: { state: "accepted", decidedBy: ctx.userId, decidedAt: new Date() },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: "matched", version: { increment: 1 } },
  });
  const paymentIds = matches.flatMap(({ payments }) => payments.map(({ paymentId }) => paymentId));
  await forgetPayments(tx, ctx, paymentIds);
  await recordAudit(tx, ctx, {
    action,
    entity: "deposit",
    entityId: deposit.id,
    data: { matches: matches.length, decided: decided(deciders) },
  });
  await queuePosting(tx, ctx, deposit.id);
}

/**
 * Payments that a match can't use: changed in the ledger, or planned for one that is no longer connected. What an
 * undo that stopped partway has deleted itself is no change: it goes on, or plans it anew.
 */
const unusablePayment = {
  OR: [
    { state: { notIn: ["open", "planned"] }, NOT: { planned: { removedAt: { not: null } } } },
    { state: "planned", integration: { status: "disconnected" } },
  ],
} satisfies Prisma.LedgerPaymentWhereInput;

/** What a user chose for single lines, with payments that are still there to be used. */
const usableChoice = {
  state: "accepted",
  origin: "manual",
  payments: { none: { payment: unusablePayment } },
} satisfies Prisma.MatchWhereInput;

/**
 * Puts deposits that are not posted back to pending: their suggestions are gone, their matches superseded,
 * what waited to be posted is not posted. Under the matching lock, with their postings locked; the
 * caller leaves out what is being sent, and records why.
 * @param choices "stay": what a user chose for single lines is kept, where its payments still allow it
 * @param misplaced ids of matches that can't stay
 */
export async function releaseMatches(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: number[],
  choices: "stay" | "go",
  misplaced: string[] = [],
): Promise<void> {
  const { companyId } = ctx;
  await tx.match.deleteMany({
    where: { companyId, depositId: { in: depositIds }, state: "proposed" },
  });
  await tx.match.updateMany({
    where: {
      ...{ companyId, depositId: { in: depositIds }, state: "accepted" },
      ...(choices === "stay" && { OR: [{ NOT: usableChoice }, { id: { in: misplaced } }] }),
    },
    data: { state: "superseded", live: false },
  });
  await removePlanned(tx, ctx, depositIds);
  await tx.posting.updateMany({
    where: { companyId, depositId: { in: depositIds }, NOT: { state: "undone" } },
    data: { state: "undone", undoneAt: new Date() },
  });
  await tx.deposit.updateMany({
    where: { companyId, id: { in: depositIds } },
    data: { status: "pending", version: { increment: 1 } },
  });
}

/**
 * Releases matches whose payments changed in the books (deleted, or deposited by another user or app), as
 * long as they are not posted.
 * @returns how many deposits went back to pending.
 */
export function releaseStaleMatches(ctx: CompanyContext): Promise<number> {
  return withCompanyLock(ctx, async (tx) => {
    const { name } = await loadLedgerWords(ctx, tx);
    return releaseUnusableMatches(tx, ctx, {
      action: "deposit.released",
      data: { reason: `payments changed in ${name}` },
      message: `One of its payments changed in ${name}.`,
    });
  });
}

/**
 * Releases matches whose payments can't be deposited any more, as long as they are not posted. A match that is underway
 * to the books is left to its posting, which checks for itself: the Deposit that holds the payments may be its own.
 * What a user chose for other lines stays. Under the matching lock.
 * @param why the action and its data in the audit trail, and what the user is notified of.
 * @returns how many deposits went back to pending.
 */
export async function releaseUnusableMatches(
  tx: Tx,
  ctx: CompanyContext,
  why: { action: string; message: string; data?: Prisma.InputJsonObject },
): Promise<number> {
  const { companyId } = ctx;
  await forgetChangedPayments(tx, ctx);
  const misplaced = await misplacedMatches(tx, ctx);
  const candidates = await tx.match.findMany({
    where: {
      companyId,
      live: true,
      deposit: { status: { in: ["pending", "suggested", "matched"] } },
      OR: [{ payments: { some: { payment: unusablePayment } } }, { id: { in: misplaced } }],
    },
    select: { id: true, depositId: true, state: true },
  });
  const postings = await lockPostings(
    tx,
    ctx,
    candidates.map((match) => match.depositId),
  );
  const underway = new Set(postings.filter(isUnderway).map(({ depositId }) => depositId));
  const stale = candidates.filter((match) => !underway.has(match.depositId));
  const depositIds = [...new Set(stale.map((match) => match.depositId))];
  if (depositIds.length === 0) return 0;
  await releaseMatches(tx, ctx, depositIds, "stay", misplaced);
  const accepted = new Set(
    stale.filter((match) => match.state === "accepted").map((match) => match.depositId),
  );
  for (const depositId of accepted) {
    await recordAudit(tx, ctx, {
      action: why.action,
      entity: "deposit",
      entityId: depositId,
      ...(why.data && { data: why.data }),
    });
    await notify(tx, ctx, {
      event: `released:${stale.find((match) => match.depositId === depositId)?.id}`,
      kind: "issue",
      title: `${await titleOfDeposit(tx, ctx, depositId)} needs a new match`,
      body: why.message,
      link: `/transaction/${depositId}`,
      group: {
        key: "released",
        title: "{n} payouts need a new match",
        link: "/transactions?status=pending",
      },
    });
  }
  return accepted.size;
}
