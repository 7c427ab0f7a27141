import type { LedgerPayment } from "@/generated/prisma/client";
import { readRowId } from "@/lib/constants/row-id";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { matchTransaction } from "@/lib/contracts/matches";
import { dateText } from "@/lib/dates";
import { minorDigits, parseDecimal, sumMinor } from "@/lib/money";
import { isComplete, splitPayments } from "@/lib/payment-split/split";
import type { Placement, SplitDeposit, SplitPayment, Tie } from "@/lib/payment-split/types";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { openPart, toSettlementDeposit } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import type { Read } from "@/server/platform/with-company-lock";
import { loadLedgerWords } from "@/server/work/ledger-words";
import type { DivisionJob } from "./engine/jobs";
import { withEngineThread } from "./engine/threads";
import { loadPastDecisions, toDepositInput, toPaymentInput } from "./engine-input";
import { freePayment } from "./load-open-rows";
import { decidedMatches } from "./write-matches";

type Input = BodyOf<typeof matchTransaction>;

/** The user's selection for a manual match. */
export interface PickedRows {
  deposits: DepositWithLines[];
  payments: LedgerPayment[];
}

/** More than anyone means to divide payments among at once. */
const MAX_DEPOSITS = 20;

/**
 * Loads what the request names, and checks that it is still as the user saw it.
 * @throws NotFoundError, ConflictError (posted, used or changed since), UnusableInputError.
 */
export async function loadPicked(
  tx: Tx,
  ctx: CompanyContext,
  input: Input,
  depositIds: number[],
): Promise<PickedRows> {
  const deposits: DepositWithLines[] = [];
  for (const id of depositIds) deposits.push(await requireDeposit(tx, ctx, id));
  const payments = await pickPayments(tx, ctx, input.quickbooks_transaction_ids.map(String));
  if (deposits.some(({ status }) => status === "posted" || status === "matched")) {
    throw new ConflictError(
      "already_matched",
      deposits.length === 1
        ? "This deposit is already matched. Undo the match first."
        : "One of these deposits is already matched. Undo its match first, or leave it out.",
    );
  }
  checkTotals(input, deposits, payments);
  return { deposits, payments };
}

/** @throws NotFoundError for what can't be an id, UnusableInputError for too many. */
export function pickedDepositIds(input: Input): number[] {
  const ids = [...new Set(input.stripe_transaction_ids.map(toRowId))];
  if (ids.length > MAX_DEPOSITS) {
    throw new UnusableInputError(`Match at most ${MAX_DEPOSITS} deposits at a time.`);
  }
  return ids;
}

/**
 * The lines and payments that belong together, by row ids.
 * @throws UnusableInputError for several deposits, and for a payment that is not among those of the request.
 */
export function pickedTies({ pairs = [] }: Input, { deposits, payments }: PickedRows): Tie[] {
  if (pairs.length === 0) return [];
  if (deposits.length > 1) {
    throw new UnusableInputError("Lines can be matched for one deposit at a time.");
  }
  const ids = new Map(payments.map(({ id, providerId }) => [providerId, String(id)]));
  return pairs.map(({ line_id, quickbooks_transaction_id }) => {
    const paymentId = ids.get(quickbooks_transaction_id);
    if (paymentId === undefined) {
      throw new UnusableInputError("Each paired payment must be one of the selected payments.");
    }
    return { lineId: line_id, paymentId };
  });
}

/** "deposit-12", "12" or 12. */
function toRowId(id: string | number): number {
  const number = readRowId(String(id).replace(/^deposit-/, ""));
  if (number !== null) return number;
  throw new NotFoundError("The deposit you're looking for doesn't exist or has been removed.");
}

/**
 * Payments that a match may use, by their ids in the ledger.
 * @throws NotFoundError for an unknown one, ConflictError for one that is used or no longer open.
 */
export async function pickPayments(
  tx: Tx,
  ctx: CompanyContext,
  providerIds: string[],
): Promise<LedgerPayment[]> {
  const wanted = new Set(providerIds);
  const known = { companyId: ctx.companyId, providerId: { in: [...wanted] } };
  const payments = await tx.ledgerPayment.findMany({ where: { ...known, ...freePayment } });
  const found = new Set(payments.map(({ providerId }) => providerId));
  if (payments.length > found.size) {
    const { name } = await loadLedgerWords(ctx, tx);
    throw new ConflictError(
      "decision_needed",
      `We can't tell two ${name} records apart. Please record this deposit in ${name}.`,
    );
  }
  const missing = [...wanted].filter((id) => !found.has(id));
  if (missing.length === 0) return payments;
  const used = await tx.ledgerPayment.findMany({
    where: { ...known, providerId: { in: missing } },
    select: { providerId: true },
    distinct: ["providerId"],
  });
  if (used.length < missing.length) {
    throw new NotFoundError("One of these payments no longer exists. Reload and try again.");
  }
  const { name } = await loadLedgerWords(ctx, tx);
  throw new ConflictError(
    "payment_unavailable",
    `One of these payments is already matched or no longer open in ${name}. Reload and try again.`,
  );
}

/** The sums as the user saw them; if they differ from ours, the screen was out of date. */
function checkTotals(input: Input, deposits: DepositWithLines[], payments: LedgerPayment[]): void {
  const [first, ...others] = new Set([...deposits, ...payments].map(({ currency }) => currency));
  if (first === undefined || others.length > 0) {
    throw new UnusableInputError(
      deposits.length === 1
        ? "Payments in another currency can't be matched with this deposit."
        : "Deposits and payments in different currencies can't be matched with each other.",
    );
  }
  const isOurs = (claimed: number, rows: { amount: bigint }[]) =>
    toMinor(claimed, first) === sumMinor(rows.map(({ amount }) => Number(amount)));
  if (
    !isOurs(input.quickbooks_transaction_amount, payments) ||
    !isOurs(input.stripe_transaction_amount, deposits)
  ) {
    throw new ConflictError(
      "changed_meanwhile",
      "Amounts changed while you were working. Reload to see them.",
    );
  }
}

/** Clients add up in floating point: 0.1 + 0.2. Rounded to the minor unit it is exact again. */
function toMinor(amount: number, currency: string): number {
  return parseDecimal(amount.toFixed(minorDigits(currency)), currency);
}

/** What the engine has to be for a choice among equal amounts to count as known. */
const SURE = 0.99;

/**
 * Divides the picked payments among several picked deposits: by their lines' amounts, by sums, and where
 * several customers paid the same, by the engine over these rows alone. Nothing is guessed.
 * @returns the payments of each deposit, by its id.
 * @throws UnusableInputError when there is no way, or more than one.
 */
export async function splitPicked(
  read: Read,
  ctx: CompanyContext,
  picked: PickedRows,
): Promise<Map<number, LedgerPayment[]>> {
  const open = await read((tx) => withoutDecided(tx, ctx, picked.deposits));
  const deposits: SplitDeposit[] = open.map((deposit) => ({
    id: deposit.id,
    settlement: toSettlementDeposit(deposit),
  }));
  const payments = picked.payments.map(toSplitPayment);
  const split = splitPayments(deposits, payments);
  if (split.kind === "none") {
    throw new UnusableInputError(
      "These payments don't split evenly across the selected deposits. Match one deposit at a time.",
    );
  }
  const placed =
    split.kind === "one"
      ? split.placed
      : await placeTheRest(read, ctx, { ...picked, deposits: open }, split.placed);
  if (!isComplete(deposits, payments, placed)) {
    throw new UnusableInputError(
      "These payments can be split in more than one way. Match one deposit at a time.",
    );
  }
  const parts = new Map<number, LedgerPayment[]>(deposits.map(({ id }) => [id, []]));
  for (const payment of picked.payments) {
    parts.get(placed.get(String(payment.id)) ?? 0)?.push(payment);
  }
  return parts;
}

async function withoutDecided(
  tx: Tx,
  ctx: CompanyContext,
  deposits: DepositWithLines[],
): Promise<DepositWithLines[]> {
  const open: DepositWithLines[] = [];
  for (const deposit of deposits) {
    const decided = await decidedMatches(tx, ctx, deposit.id);
    const lineIds = decided.flatMap(({ lines }) => lines.map(({ lineId }) => lineId));
    open.push(openPart(deposit, new Set(lineIds)));
  }
  return open;
}

/** Payments that are equal in everything the user can see are interchangeable. */
function toSplitPayment(payment: LedgerPayment): SplitPayment {
  const { kind, customerName, referenceNumber, note } = payment;
  return {
    id: String(payment.id),
    amount: Number(payment.amount),
    twins: JSON.stringify([kind, dateText(payment.txnDate), customerName, referenceNumber, note]),
  };
}

/** What the engine is sure of joins what is certain. Earlier refusals don't bind the person's own hand. */
async function placeTheRest(
  read: Read,
  ctx: CompanyContext,
  { deposits, payments }: PickedRows,
  certain: Placement,
): Promise<Placement> {
  const decisions = await read((tx) => loadPastDecisions(tx, ctx));
  const job: DivisionJob = {
    kind: "division",
    deposits: deposits.map(toDepositInput),
    payments: payments.map(toPaymentInput),
    history: decisions.filter(({ decision }) => decision === "confirmed"),
  };
  const divided = await withEngineThread(ctx, undefined, (thread) => thread.run(job));
  const placed = new Map<string, number>();
  for (const { depositId, paymentIds, probability } of divided) {
    if (probability < SURE) continue;
    for (const id of paymentIds) placed.set(id, Number(depositId));
  }
  return new Map([...placed, ...certain]);
}
