import type { LedgerPayment } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { matchTransaction } from "@/lib/contracts/matches";
import { readRowId } from "@/lib/contracts/values/row-id";
import { minorDigits, parseDecimal, sumMinor } from "@/lib/money";
import type { Tie } from "@/lib/payment-split/types";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { freePayment } from "./load-open-rows";

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
    throw new ConflictError(
      "We can't tell two QuickBooks records apart. Please record this deposit in QuickBooks.",
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
  throw new ConflictError(
    "One of these payments is already matched or no longer open in QuickBooks. Reload and try again.",
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
    throw new ConflictError("Amounts changed while you were working. Reload to see them.");
  }
}

/** Clients add up in floating point: 0.1 + 0.2. Rounded to the minor unit it is exact again. */
function toMinor(amount: number, currency: string): number {
  return parseDecimal(amount.toFixed(minorDigits(currency)), currency);
}
