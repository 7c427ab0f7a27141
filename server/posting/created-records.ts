import type { LedgerPaymentKind } from "@/lib/constants/payments";
import type { LedgerWords } from "@/lib/ledger-words";
import { sumMinor } from "@/lib/money";
import { describeProvider } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { describeFailure } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { loadLedgerWords, wordsOf } from "@/server/work/ledger-words";
import type { PlannedRow } from "./payment-draft";
import { recordName } from "./record-words";

/**
 * The payments that we created, or may have created, for a deposit's match, or whose customer we created; the
 * newest first. Once a match has
 * ended they are payments like any other: a later match of the same payment does not make it ours again.
 */
export async function createdRecordsOf(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
): Promise<PlannedRow[]> {
  const all = await everCreatedFor(tx, ctx, depositId);
  return all.filter(({ planned }) => planned.removedAt === null);
}

/** The same with those that an undo, which is not finished, has deleted. */
export async function everCreatedFor(
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
export function depositsHolding<Payment extends BookedPayment>(
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

/** More are counted instead. */
const MAX_NAMED = 3;

/**
 * What the books already hold of a deposit whose Deposit does not exist yet, as a sentence that follows
 * another; "" when they hold nothing.
 */
export async function partialCreationNote(
  ctx: CompanyContext,
  depositId: number,
  tx: Tx = db(ctx),
): Promise<string> {
  const made = (await createdRecordsOf(tx, ctx, depositId)).filter(
    ({ planned }) => planned.createdAt,
  );
  if (made.length === 0) return "";
  const [were, them] = made.length === 1 ? ["was", "it"] : ["were", "them"];
  return ` ${listed(await loadLedgerWords(ctx, tx), made)} ${were} created; the deposit was not yet. Retry continues; Undo match removes ${them}.`;
}

/** "Sales receipt 145 and payment 146" */
export function listed(
  words: LedgerWords,
  payments: readonly { kind: LedgerPaymentKind; providerId: string }[],
): string {
  if (payments.length > MAX_NAMED) return `${payments.length} payments and receipts`;
  const names = payments.map((payment, index) => {
    const name = recordName(words, payment);
    return index === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1);
  });
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}

/** The ledger holds no such payment, and will not before a user has changed something. */
export class CreationRefusedError extends Error {
  override readonly name = "CreationRefusedError";
  /** @param message for the user: what, and why. */
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The books' own words; undefined where it was not them that refused. */
  get details(): string | undefined {
    return this.cause instanceof ProviderError ? this.cause.detail.words : undefined;
  }
}

/** The books' refusal in words for the user. */
export function toRefusal(error: ProviderError, payment: PlannedRow): CreationRefusedError {
  const code = error.detail.code ?? error.failure;
  return new CreationRefusedError(
    code,
    `${nameOf(payment, wordsOf(error.provider))}: ${reasonOf(error, payment)}`,
    {
      cause: error,
    },
  );
}

function nameOf({ kind, customerName }: PlannedRow, { payments }: LedgerWords): string {
  const name = payments[kind];
  return customerName ? `${name} of ${customerName}` : name;
}

function reasonOf(error: ProviderError, { customerName }: PlannedRow): string {
  const { name } = describeProvider(error.provider);
  switch (error.detail.code) {
    case "6240":
      return `${name} has a supplier or employee named ${customerName}, so it can't have such a customer.`;
    case "6210":
    case "books_closed":
      return "the books are closed for its date.";
    case "610":
    case "2500":
      return `its customer, product, class or tax code was removed or made inactive in ${name}.`;
    case "total_differs":
      return `${name} adds sales tax to it, so the amounts differ. Choose a tax code without tax.`;
    default:
      return describeFailure(error);
  }
}
