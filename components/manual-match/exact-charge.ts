import type { Selection } from "@/components/manual-match/selection";
import type { DepositDetail } from "@/lib/contracts/deposits";
import { parseDecimal } from "@/lib/money";

type Deposit = Pick<DepositDetail["deposit"], "id" | "currency"> & {
  lines: Pick<
    DepositDetail["deposit"]["lines"][number],
    "id" | "kind" | "amount" | "description" | "entity"
  >[];
};

/** A charge that is exactly what is missing. */
export interface ExactCharge {
  depositId: number;
  lineId: number;
  /** "Order #10260 of Olivia Eastwick" */
  what: string;
}

/**
 * The one charge of a selected deposit that no selected payment pays and that equals the difference: it is missing
 * in the books. Null where there is none, or several could be meant.
 * @param difference wire decimal; positive for money that comes in.
 */
export function exactCharge(
  deposits: readonly Deposit[],
  payments: Selection["payments"],
  difference: string,
): ExactCharge | null {
  const [deposit, second] = deposits;
  if (!deposit || second) return null;
  const missing = parseDecimal(difference, deposit.currency);
  if (missing <= 0) return null;
  const alike = deposit.lines.filter(
    ({ kind, amount }) => kind === "charge" && parseDecimal(amount, deposit.currency) === missing,
  );
  const [charge, other] = alike;
  if (!charge || other || payments.some(({ amount }) => amount === missing)) return null;
  return { depositId: deposit.id, lineId: charge.id, what: nameOf(charge) };
}

function nameOf({ description, entity }: Deposit["lines"][number]): string {
  if (entity === "") return description || "the charge that has no name";
  return `${description || "the charge"} of ${entity}`;
}
