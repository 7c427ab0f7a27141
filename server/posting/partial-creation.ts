import { LEDGER_PAYMENT_NAMES, type LedgerPaymentKind } from "@/lib/contracts/values/payments";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { describeFailure } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";
import { createdRecordsOf } from "./created-records";
import type { PlannedRow } from "./payment-draft";

/** More are counted instead. */
const MAX_NAMED = 3;

/**
 * What QuickBooks already holds of a deposit whose Deposit does not exist yet, as a sentence that follows
 * another; "" when it holds nothing.
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
  return ` ${listed(made)} ${were} created; the deposit was not yet. Retry continues; Undo match removes ${them}.`;
}

/** "Sales receipt 145 and payment 146" */
export function listed(
  payments: readonly { kind: LedgerPaymentKind; providerId: string }[],
): string {
  if (payments.length > MAX_NAMED) return `${payments.length} payments and receipts`;
  const names = payments.map(({ kind, providerId }, index) => {
    const name = `${LEDGER_PAYMENT_NAMES[kind]} ${providerId}`;
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

  /** QuickBooks' own words; undefined where it was not QuickBooks that refused. */
  get details(): string | undefined {
    return this.cause instanceof ProviderError ? this.cause.detail.words : undefined;
  }
}

/** QuickBooks' refusal in words for the user. */
export function toRefusal(error: ProviderError, payment: PlannedRow): CreationRefusedError {
  const code = error.detail.code ?? error.failure;
  return new CreationRefusedError(code, `${nameOf(payment)}: ${reasonOf(error, payment)}`, {
    cause: error,
  });
}

function nameOf({ kind, customerName }: PlannedRow): string {
  const name = LEDGER_PAYMENT_NAMES[kind];
  return customerName ? `${name} of ${customerName}` : name;
}

function reasonOf(error: ProviderError, { customerName }: PlannedRow): string {
  switch (error.detail.code) {
    case "6240":
      return `QuickBooks has a supplier or employee named ${customerName}, so it can't have such a customer.`;
    case "6210":
      return "the books are closed for its date.";
    case "610":
    case "2500":
      return "its customer, product, class or tax code was removed or made inactive in QuickBooks.";
    case "total_differs":
      return "QuickBooks adds sales tax to it, so the amounts differ. Choose a tax code without tax.";
    default:
      return describeFailure(error);
  }
}
