import { Prisma } from "@/generated/prisma/client";
import { sumMinor } from "@/lib/money";
import { readFunding } from "@/server/connections/settings";
import { removePlanned } from "@/server/deposits/planned-rows";
import { releaseMatches } from "@/server/matches/write-matches";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { forgetSuggestions } from "@/server/posting/recorded-elsewhere/suggestions";
import { getProvider } from "@/server/providers/registry";
import type { PaymentSource } from "@/server/providers/types";
import { requestAutoMatch } from "@/server/work/company";
import { isUnderway, lockPostings } from "@/server/work/postings";
import { AMEX, AMEX_BATCH } from "./deposits-in-books";

const CARD_BATCH = "Card batch";

const withParts = {
  lines: true,
  matches: {
    where: { live: true, state: "accepted" },
    select: { decidedBy: true },
  },
  planned: { where: { removedAt: null, NOT: { sentAt: null } }, select: { paymentId: true } },
} satisfies Prisma.DepositInclude;
type Stored = Prisma.DepositGetPayload<{ include: typeof withParts }>;

/** The deposits that are stored of one batch. */
interface Batch {
  /** With the batch's own id. */
  whole: Stored;
  /** Its American Express part, where that is apart. */
  apart: Stored | undefined;
}

/**
 * Divides the stored batches of a source that reports settlements alone as its settings say: American Express in a
 * deposit of its own, or with the cards. What is posted or on its way stays, and so does a match that a user decided,
 * without `decidedToo`; what a user chose for single lines goes with them. Their amounts are without predicted fees
 * (server/deposits/recalculate-predicted-fees.ts adds them). Idempotent. Under the company's lock.
 * @returns how many batches were divided or joined, and how many stay as they are because a user decided their match.
 */
export async function partStoredBatches(
  tx: Tx,
  ctx: CompanyContext,
  integrationId: string,
  { decidedToo = false } = {},
): Promise<{ changed: number; kept: number }> {
  const { provider, settings } = await tx.integration.findUniqueOrThrow({
    where: { companyId_id: { companyId: ctx.companyId, id: integrationId } },
    select: { provider: true, settings: true },
  });
  const paidBy = getProvider(provider).source?.linePaidBy;
  if (!paidBy) return { changed: 0, kept: 0 };
  const { amexApart } = readFunding(settings);
  const found = (await batchesOf(tx, ctx, integrationId)).flatMap((batch) => {
    const step = amexApart ? toDivide(batch, paidBy) : toJoin(batch);
    return step ? [step] : [];
  });
  const movable = await unsent(tx, ctx, found);
  let kept = 0;
  for (const step of movable) {
    const isDecided = step.deposits.some(
      ({ status, matches }) =>
        status === "matched" && matches.some(({ decidedBy }) => decidedBy !== null),
    );
    if (isDecided && !decidedToo) kept += 1;
    else await carryOut(tx, ctx, step);
  }
  const changed = movable.length - kept;
  if (changed > 0) await requestAutoMatch(tx, ctx);
  return { changed, kept };
}

type LinePaidBy = NonNullable<PaymentSource["linePaidBy"]>;

/** Lines that change their deposit. */
interface Step {
  kind: "divide" | "join" | "rename";
  /** Of the batch, that change. */
  deposits: Stored[];
  whole: Stored;
  apart: Stored | undefined;
  /** Ids of the American Express lines. */
  lineIds: number[];
}

async function batchesOf(
  tx: Tx,
  { companyId }: CompanyContext,
  integrationId: string,
): Promise<Batch[]> {
  const stored = await tx.deposit.findMany({
    where: {
      ...{ companyId, integrationId, deletedAt: null, itemized: true },
      status: { not: "posted" },
      paidBy: { in: ["card", "amex"] },
    },
    include: withParts,
    orderBy: { id: "asc" },
  });
  const byId = new Map(stored.map((deposit) => [deposit.providerId, deposit]));
  return stored
    .filter(({ providerId }) => !providerId.endsWith(AMEX))
    .map((whole) => ({ whole, apart: byId.get(`${whole.providerId}${AMEX}`) }));
}

function toDivide({ whole, apart }: Batch, paidBy: LinePaidBy): Step | null {
  if (whole.paidBy === "amex") return null;
  const lines = whole.lines.filter(({ raw }) => paidBy(raw) === "amex");
  if (lines.length === 0) return null;
  const lineIds = lines.map(({ id }) => id);
  const rest = whole.lines.filter(({ id, feePredicted }) => !feePredicted && !lineIds.includes(id));
  const deposits = apart ? [whole, apart] : [whole];
  return {
    kind: rest.length === 0 && !apart ? "rename" : "divide",
    deposits,
    whole,
    apart,
    lineIds,
  };
}

function toJoin({ whole, apart }: Batch): Step | null {
  if (apart) {
    const lineIds = apart.lines.filter(({ feePredicted }) => !feePredicted).map(({ id }) => id);
    return { kind: "join", deposits: [whole, apart], whole, apart, lineIds };
  }
  return whole.paidBy === "amex"
    ? { kind: "rename", deposits: [whole], whole, apart, lineIds: [] }
    : null;
}

/** Without those that the ledger has a part of, or may have. */
async function unsent(tx: Tx, ctx: CompanyContext, steps: readonly Step[]): Promise<Step[]> {
  const ids = steps.flatMap(({ deposits }) => deposits.map(({ id }) => id));
  const postings = await lockPostings(tx, ctx, ids);
  const underway = new Set(postings.filter(isUnderway).map(({ depositId }) => depositId));
  return steps.filter(({ deposits }) =>
    deposits.every(({ id, planned }) => !underway.has(id) && planned.length === 0),
  );
}

async function carryOut(tx: Tx, ctx: CompanyContext, step: Step): Promise<void> {
  const { kind, whole, lineIds } = step;
  const ids = step.deposits.map(({ id }) => id);
  await releaseMatches(tx, ctx, ids, "stay");
  for (const depositId of ids) await forgetSuggestions(tx, ctx, { depositId });
  if (kind === "rename") return rename(tx, ctx, whole);
  const target = kind === "join" ? whole.id : (step.apart?.id ?? (await newPart(tx, ctx, whole)));
  const source = kind === "join" ? (step.apart?.id ?? 0) : whole.id;
  await moveLines(tx, ctx, lineIds, { source, target });
  if (kind === "join") await removePart(tx, ctx, { source, target });
  for (const id of new Set([whole.id, target])) {
    await addUp(tx, ctx, id);
    await recordAudit(tx, ctx, {
      action: kind === "join" ? "deposit.batch_joined" : "deposit.batch_divided",
      entity: "deposit",
      entityId: id,
      data: { batch: whole.providerId, lines: lineIds.length },
    });
  }
}

/** All of the batch was paid by American Express: it keeps its id, and changes its day. */
async function rename(
  tx: Tx,
  { companyId }: CompanyContext,
  { id, paidBy }: Stored,
): Promise<void> {
  const isApart = paidBy !== "amex";
  await tx.deposit.update({
    where: { companyId_id: { companyId, id } },
    data: {
      paidBy: isApart ? "amex" : "card",
      description: isApart ? AMEX_BATCH : CARD_BATCH,
    },
  });
}

async function newPart(tx: Tx, { companyId }: CompanyContext, whole: Stored): Promise<number> {
  const { integrationId, payoutStatus, txnDate, currency, settledOn, linesCheckedAt } = whole;
  const { id } = await tx.deposit.create({
    data: {
      ...{ companyId, integrationId, payoutStatus, txnDate, currency, settledOn, linesCheckedAt },
      ...{ earliestDate: whole.earliestDate, raw: whole.raw ?? {}, amount: 0 },
      providerId: `${whole.providerId}${AMEX}`,
      paidBy: "amex",
      description: AMEX_BATCH,
    },
    select: { id: true },
  });
  return id;
}

interface Move {
  /** Ids of deposits. */
  source: number;
  target: number;
}

/** With their matches, as far as these are about no other line, and their questions. */
async function moveLines(
  tx: Tx,
  ctx: CompanyContext,
  lineIds: readonly number[],
  { source, target }: Move,
): Promise<void> {
  const { companyId } = ctx;
  const moving = { in: [...lineIds] };
  const own = await tx.match.findMany({
    where: { companyId, depositId: source },
    select: { id: true, live: true, lines: { select: { lineId: true } } },
  });
  const isMoved = (match: (typeof own)[number]) =>
    match.lines.length > 0 && match.lines.every(({ lineId }) => lineIds.includes(lineId));
  const isTorn = (match: (typeof own)[number]) =>
    !isMoved(match) &&
    (match.lines.length === 0 || match.lines.some(({ lineId }) => lineIds.includes(lineId)));
  await tx.match.updateMany({
    where: { companyId, id: { in: own.filter(isTorn).map(({ id }) => id) }, live: true },
    data: { state: "superseded", live: false },
  });
  await removePlanned(tx, ctx, [source]);
  const matchId = { in: own.filter(isMoved).map(({ id }) => id) };
  await tx.plannedPayment.updateMany({
    where: { companyId, payment: { matchedPayments: { some: { matchId } } } },
    data: { depositId: target },
  });
  await tx.match.updateMany({ where: { companyId, id: matchId }, data: { depositId: target } });
  await tx.depositAdjustment.updateMany({
    where: { companyId, matchId },
    data: { depositId: target },
  });
  await tx.lineQuestion.updateMany({
    where: { companyId, lineId: moving },
    data: { depositId: target },
  });
  await tx.depositLine.updateMany({
    where: { companyId, id: moving },
    data: { depositId: target },
  });
}

/** What is left of a part: its history goes to the batch. */
async function removePart(tx: Tx, ctx: CompanyContext, { source, target }: Move): Promise<void> {
  const { companyId } = ctx;
  const [from, to] = [{ companyId, depositId: source }, { depositId: target }];
  await tx.match.updateMany({ where: from, data: to });
  await tx.depositAdjustment.updateMany({ where: from, data: to });
  await tx.plannedPayment.updateMany({ where: from, data: to });
  await tx.posting.updateMany({ where: from, data: to });
  await tx.deposit.delete({ where: { companyId_id: { companyId, id: source } } });
}

/** The amount is that of its lines; a predicted fee is predicted anew. */
async function addUp(tx: Tx, { companyId }: CompanyContext, depositId: number): Promise<void> {
  await tx.depositLine.deleteMany({ where: { companyId, depositId, feePredicted: true } });
  const lines = await tx.depositLine.findMany({
    where: { companyId, depositId },
    select: { net: true, gross: true, returnedAs: true },
  });
  const returned = lines.filter(({ returnedAs }) => returnedAs !== null);
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: {
      amount: sumMinor(lines.map(({ net }) => Number(net))),
      returnedAmount:
        returned.length === 0 ? null : sumMinor(returned.map(({ gross }) => Number(gross))),
      findings: Prisma.DbNull,
      version: { increment: 1 },
    },
  });
}
