import { sumMinor } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { LedgerDeposit } from "@/server/providers/ledger";
import type { Books } from "./create-planned-payments";
import { listed } from "./partial-creation";
import { type PlannedRow, readDraft } from "./payment-draft";

/**
 * The payments that we created, or may have created, for a deposit's match, or whose customer we created; the
 * newest first. Once a match has
 * ended they are payments like any other: a later match of the same payment does not make it ours again.
 */
export async function oursOf(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
): Promise<PlannedRow[]> {
  const all = await everOursOf(tx, ctx, depositId);
  return all.filter(({ planned }) => planned.removedAt === null);
}

/** The same with those that an undo, which is not finished, has deleted. */
export async function everOursOf(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
): Promise<PlannedRow[]> {
  const found = await tx.plannedPayment.findMany({
    where: {
      companyId,
      depositId,
      OR: [{ sentAt: { not: null } }, { createdCustomerId: { not: null } }],
      payment: {
        matchedPayments: { some: { live: true, match: { depositId, state: "accepted" } } },
      },
    },
    include: {
      payment: {
        include: { matchedPayments: { where: { live: true }, include: { match: true } } },
      },
    },
    orderBy: [{ createdAt: { sort: "desc", nulls: "first" } }, { paymentId: "desc" }],
  });
  return found.flatMap(({ payment: { matchedPayments, ...payment }, ...planned }) => {
    const { createdAt } = planned;
    const forThisMatch =
      createdAt === null || matchedPayments.some(({ match }) => match.createdAt <= createdAt);
    return forThisMatch ? [{ ...payment, planned }] : [];
  });
}

/** A payment that was booked to another account than Undeposited Funds. */
interface BookedPayment {
  bookedTo: string;
  /** Signed, minor units. */
  amount: number;
}

/**
 * Which payments a Deposit takes out of the accounts that they were booked to. No line links them, so its lines on
 * such an account decide: line by line, or all of them together as one sum, which people enter by hand.
 */
export function heldBy<Payment extends BookedPayment>(
  { entries }: Pick<LedgerDeposit, "entries">,
  payments: readonly Payment[],
): Payment[] {
  const accounts = new Set(payments.map(({ bookedTo }) => bookedTo));
  return [...accounts].flatMap((account) => {
    const lines = entries.flatMap((entry) => (entry.accountId === account ? entry.amount : []));
    const ofAccount = payments.filter(({ bookedTo }) => bookedTo === account);
    const total = sumMinor(ofAccount.map(({ amount }) => amount));
    return lines.length > 0 && sumMinor(lines) === total ? ofAccount : lineByLine(lines, ofAccount);
  });
}

function lineByLine<Payment extends BookedPayment>(
  lines: readonly number[],
  payments: readonly Payment[],
): Payment[] {
  const left = [...lines];
  return payments.filter(({ amount }) => {
    const at = left.indexOf(amount);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const NAMED = 3;

/**
 * Deletes in QuickBooks what we created for a match, if it still is what we created. Safe to repeat.
 * @returns null when QuickBooks holds it no more; the payment when it was changed there since, or deposited by
 *   somebody else, and so was left.
 */
export async function deleteCreatedPayment(
  { ledger, credentials }: Pick<Books, "ledger" | "credentials">,
  row: PlannedRow,
): Promise<PlannedRow | null> {
  const asCreated = readDraft(row.planned.asCreated);
  // Without an answer only the request id knows whether it exists.
  const ref =
    row.planned.createdAt === null ? await ledger.findPayment(credentials, asCreated) : row;
  if (!ref) return null;
  const { kind } = asCreated;
  const { providerId } = ref;
  const outcome = await ledger.deletePayment(credentials, { kind, providerId }, asCreated);
  return outcome === "changed" ? { ...row, providerId } : null;
}

/**
 * What an undo leaves in QuickBooks, as sentences that follow another; "" when it leaves nothing. Customers stay:
 * QuickBooks can't delete them.
 */
export function leftText(left: readonly PlannedRow[], ours: readonly PlannedRow[]): string {
  const many = left.length > 1;
  const payments =
    left.length === 0
      ? ""
      : ` ${listed(left)} ${many ? "were" : "was"} changed in QuickBooks since, so ${many ? "they stay" : "it stays"} there.`;
  const customers = ours
    .toReversed()
    .flatMap(({ planned, customerName }) =>
      planned.createdCustomerId === null ? [] : customerName,
    );
  return `${payments}${customersText([...new Set(customers)], payments ? "too" : "in QuickBooks")}`;
}

/** Names the first three customers and counts the rest. */
function customersText(names: readonly string[], where: string): string {
  if (names.length === 0) return "";
  if (names.length === 1) return ` The customer ${names[0]} stays ${where}.`;
  const named = names.slice(0, names.length > NAMED ? NAMED : -1);
  const last = names.length > NAMED ? `${names.length - NAMED} more` : names.at(-1);
  return ` The customers ${named.join(", ")} and ${last} stay ${where}.`;
}
