import { type DepositLine, type LedgerPayment, Prisma } from "@/generated/prisma/client";
import type { OpenReasonCode } from "@/lib/constants/open-reasons";
import type { QueryOf } from "@/lib/contracts/endpoint";
import type { lineOptions as contract, LineOptions } from "@/lib/contracts/planned-payments";
import { dateText } from "@/lib/dates";
import { bookingKind } from "@/lib/line-bookings";
import * as z from "@/lib/zod";
import type { Candidate } from "@/matching/engine/decision/candidates";
import { findLedger } from "@/server/connections/find";
import { receiptObstacle } from "@/server/connections/payment-account";
import { readReceiptDefaults } from "@/server/connections/receipt-settings";
import { type AddressOf, addressesOf } from "@/server/deposits/book-addresses";
import { toPaymentView } from "@/server/deposits/deposit-view";
import { parseEvidence, parseFindings } from "@/server/deposits/findings";
import { toFirstOffer } from "@/server/deposits/line-offer";
import { loadOfferFacts } from "@/server/deposits/line-origins";
import { type EarlierChoice, earlierChoicesOf } from "@/server/deposits/planned-rows";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import { bankedLines, recordedLines } from "@/server/deposits/settlement-rows";
import { accountConflicts } from "@/server/matches/pools";
import { findCandidates } from "@/server/matches/run-engine";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { readerOf } from "@/server/platform/with-company-lock";
import { undecidedExisting } from "@/server/posting/recorded-elsewhere/suggestions";
import { wordsOf } from "@/server/work/ledger-words";
import { loadIdentities } from "./customer-identities";
import { requireLines } from "./decide-lines";
import { proposeReceipt } from "./decide-receipt";
import { invoiceOptions } from "./open-invoices";

/**
 * What can become of a line that the books do not know. Nothing is offered for a line that is decided.
 * @throws NotFoundError.
 */
export async function lineOptions(
  ctx: CompanyContext,
  { deposit_id, line_id, replace }: QueryOf<typeof contract>,
): Promise<LineOptions> {
  const read = readerOf(ctx);
  const known = await read(async (tx) => {
    const { deposit, lines } = await requireLines(tx, ctx, { deposit_id, line_ids: [line_id] });
    const [line] = lines;
    const ledger = await findLedger(ctx, tx);
    if (!line || (await isDecided(tx, ctx, line_id, replace === "true"))) return null;
    const wait = line.waitUntil && { until: dateText(line.waitUntil), note: line.waitNote };
    const facts = await loadOfferFacts(tx, ctx, [line.id]);
    const obstacle = receiptObstacle(ledger, deposit);
    const known = { ...facts(line.id), noReceipt: obstacle !== null };
    const offer = toFirstOffer({ ...line, ...known }, findingOf(deposit, line));
    const offered = { ...NOTHING, booking: bookableKind(line), wait, offer };
    if (!ledger) return { offered };
    const words = wordsOf(ledger.provider);
    const identities = await loadIdentities(tx, ctx, ledger, [line]);
    const defaults = readReceiptDefaults(deposit.integration.settings);
    const recorded =
      bankedLines(deposit.findings, words)(line.id) ??
      recordedLines(deposit.findings, words)(line.id);
    const existing = await undecidedExisting(tx, ctx, [deposit.id]);
    const isThere = recorded ?? existing.get(deposit.id);
    const receipt = isThere ? null : proposeReceipt(line, defaults, identities);
    const no_receipt = isThere ?? (receipt && obstacle) ?? "";
    return { offered: { ...offered, receipt, no_receipt }, line, deposit };
  });
  if (!known?.line) return known?.offered ?? NOTHING;
  const { line, deposit } = known;
  const { candidates: found } = await findCandidates(read, ctx, async () => ({
    lineIds: [line_id],
  }));
  return {
    ...known.offered,
    candidates: await read((tx) =>
      shownCandidates(tx, ctx, { line, deposit }, found.get(line_id) ?? []),
    ),
    invoices: await invoiceOptions(ctx, line),
  };
}

const NOTHING: LineOptions = {
  candidates: [],
  invoices: [],
  receipt: null,
  no_receipt: "",
  booking: null,
  wait: null,
  offer: null,
};

/** Why a line is open, as the engine last found it. */
function findingOf({ findings }: DepositWithLines, { id }: DepositLine): OpenReasonCode | null {
  return parseFindings(findings)?.lines.find(({ lineId }) => lineId === id)?.code ?? null;
}

function bookableKind(line: DepositLine): LineOptions["booking"] {
  if (line.kind === "charge") return line.gross > 0n ? "charge" : null;
  const kind = bookingKind(line);
  return kind === "fee" ? null : kind;
}

/** @param isReplaced what a user chose does not count. */
async function isDecided(
  tx: Tx,
  { companyId }: CompanyContext,
  lineId: number,
  isReplaced: boolean,
): Promise<boolean> {
  const decided = await tx.matchLine.count({
    where: {
      ...{ companyId, lineId, live: true },
      match: { state: "accepted", ...(isReplaced && { NOT: { origin: "manual" } }) },
    },
  });
  return decided > 0;
}

/**
 * What a user had chosen for the line before comes first, then what is suggested for it alone, then what else the
 * engine held possible.
 */
async function shownCandidates(
  tx: Tx,
  ctx: CompanyContext,
  { line, deposit }: { line: DepositLine; deposit: DepositWithLines },
  found: readonly Candidate[],
): Promise<LineOptions["candidates"]> {
  const { id: lineId } = line;
  const { companyId } = ctx;
  const addressOf = addressesOf(await findLedger(ctx, tx));
  const shown = (payment: LedgerPayment) => shownPayment(payment, addressOf);
  const before = (await chosenBefore(tx, ctx, line, deposit)).map(shown);
  const proposed = await tx.match.findFirst({
    where: {
      ...{ companyId, state: "proposed" },
      lines: { some: { lineId }, every: { lineId } },
    },
    include: { payments: { include: { payment: true } } },
  });
  const first: LineOptions["candidates"] = proposed
    ? [
        {
          payments: proposed.payments.map(({ payment }) => shown(payment)),
          probability: proposed.probability,
          chosen_before: false,
          ...weighed(parseEvidence(proposed.evidence)),
        },
      ]
    : [];
  const rows = await tx.ledgerPayment.findMany({
    where: { companyId, id: { in: found.map(({ paymentId }) => Number(paymentId)) } },
    include: {
      matchedPayments: {
        where: { live: true, match: { lines: { none: { lineId } } } },
        include: { match: { select: { depositId: true } } },
      },
    },
  });
  const payments = new Map(rows.map((row) => [row.id, row]));
  const others = found.flatMap(({ paymentId, probability, evidence }) => {
    const payment = payments.get(Number(paymentId));
    if (!payment) return [];
    const { evidence: all, against } = weighed(evidence);
    const elsewhere = payment.matchedPayments.length > 0 ? ["Suggested for another line"] : [];
    return [
      {
        payments: [shown(payment)],
        probability,
        chosen_before: false,
        evidence: all,
        against: [...against, ...elsewhere],
      },
    ];
  });
  return withEarlier(before, withoutRepeats([...first, ...others]));
}

type ShownCandidate = LineOptions["candidates"][number];

const idsOf = ({ payments }: Pick<ShownCandidate, "payments">) =>
  payments
    .map(({ kind, Id }) => `${kind} ${Id}`)
    .sort()
    .join();

/** The first of those with the same payments. */
function withoutRepeats(candidates: ShownCandidate[]): ShownCandidate[] {
  const seen = new Set<string>();
  return candidates.filter((each) => !seen.has(idsOf(each)) && seen.add(idsOf(each)));
}

/** Marks the earlier choice among the candidates, or puts it before them. */
function withEarlier(
  before: ShownCandidate["payments"],
  candidates: ShownCandidate[],
): ShownCandidate[] {
  if (before.length === 0) return candidates;
  const ids = idsOf({ payments: before });
  const known = candidates.find((each) => idsOf(each) === ids);
  const first = known ?? { payments: before, probability: 0, evidence: [], against: [] };
  return [{ ...first, chosen_before: true }, ...candidates.filter((each) => each !== known)];
}

/** The payments that a user had chosen for the line alone; empty where they can't be chosen any more. */
async function chosenBefore(
  tx: Tx,
  ctx: CompanyContext,
  { id, depositId }: DepositLine,
  deposit: DepositWithLines,
): Promise<LedgerPayment[]> {
  const rows = await tx.$queryRaw<EarlierChoice[]>`
    SELECT * FROM (${earlierChoicesOf(ctx, Prisma.sql`${depositId}::int`)}) e
    WHERE e."lineIds" = ARRAY[${id}::int] LIMIT 1`;
  const payments = await tx.ledgerPayment.findMany({
    where: {
      ...{ companyId: ctx.companyId, state: "open" },
      integration: { status: { not: "disconnected" } },
      providerId: { in: rows.flatMap(({ paymentIds }) => paymentIds) },
    },
    orderBy: { id: "asc" },
  });
  const conflictOf = await accountConflicts(tx, ctx);
  return payments.filter((payment) => !conflictOf(deposit, payment));
}

function shownPayment(payment: LedgerPayment, addressOf: AddressOf) {
  const { DocNumber } = documentNumber.parse(payment.raw);
  return toPaymentView({ payment: { ...payment, documentNumber: DocNumber } }, addressOf);
}

/** QuickBooks gives payments none. */
const documentNumber = z.object({ DocNumber: z.string().catch("") }).catch({ DocNumber: "" });

function weighed(evidence: ReturnType<typeof parseEvidence>) {
  return {
    evidence: evidence.map(({ field, level, weight, text }) => ({ field, level, weight, text })),
    against: evidence.filter(({ weight }) => weight < 0).map(({ text }) => text),
  };
}
