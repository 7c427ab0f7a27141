import type { LedgerPayment } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import { isComplete, splitPayments } from "@/lib/payment-split/split";
import type { Placement, SplitDeposit, SplitPayment } from "@/lib/payment-split/types";
import { openPart } from "@/server/deposits/line-payments";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import { toSettlementDeposit } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import type { Read } from "@/server/platform/with-company-lock";
import type { DivisionJob } from "./engine/jobs";
import { withEngineThread } from "./engine/threads";
import { toDepositInput, toPaymentInput } from "./engine-input";
import { loadPastDecisions } from "./load-past-decisions";
import type { PickedRows } from "./picked-rows";
import { decidedMatches } from "./write-matches";

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
