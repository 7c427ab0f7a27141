import type { OpenReasonCode } from "@/lib/constants/open-reasons";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import { parseDecimal, sumMinor } from "@/lib/money";

type Candidate = LineOptions["candidates"][number];
type Proposal = LineOptions["invoices"][number];

/** Something in the books that a line may belong to. */
export type Fit = { key: string } & (
  | ({ type: "payments" } & Candidate)
  | ({ type: "invoices" } & Proposal)
);

/** From here on, a fit is the first thing to press. */
const LIKELY = 0.8;

/**
 * Payments and open invoices that fit a line: what a user had chosen before, then the most probable first; what the
 * engine does not weigh comes last.
 */
export function bestFirst({
  candidates,
  invoices,
}: Pick<LineOptions, "candidates" | "invoices">): Fit[] {
  const fits: Fit[] = [
    ...candidates.map((each) => ({
      ...each,
      type: "payments" as const,
      key: `payments ${each.payments.map(({ Id }) => Id).join()}`,
    })),
    ...invoices.map((each) => ({
      ...each,
      type: "invoices" as const,
      key: `invoices ${each.invoices.map(({ Id }) => Id).join()}`,
    })),
  ];
  return fits.sort((a, b) => rank(b) - rank(a));
}

export function isLikely(fit: Fit): boolean {
  return rank(fit) >= LIKELY;
}

export function isChosenBefore(fit: Fit): boolean {
  return fit.type === "payments" && fit.chosen_before;
}

/** A user's own choice is above every probability. */
function rank(fit: Fit): number {
  return isChosenBefore(fit) ? 2 : (fit.probability ?? -1);
}

/**
 * What a line is more than the payments, in minor units: 0 where they are its gross or its net amount. What is
 * left over has to be booked to an account.
 */
export function differenceOf(
  line: { amount: string; net: string },
  payments: readonly { TotalAmt: string }[],
  currency: string,
): number {
  const minor = (text: string) => parseDecimal(text, currency);
  const paid = sumMinor(payments.map(({ TotalAmt }) => minor(TotalAmt)));
  return paid === minor(line.net) ? 0 : minor(line.amount) - paid;
}

const BOOKED: ReadonlySet<OpenReasonCode> = new Set([
  "already_matched",
  "in_bank",
  "other_account",
]);

interface Found {
  /** Why a line is open, as the engine found it. */
  finding: OpenReasonCode | null;
}

/** The books have a payment that fits a line, but booked elsewhere: a receipt would perhaps record it twice. */
export function isBooked({ finding }: Found): boolean {
  return finding !== null && BOOKED.has(finding);
}

/** The books have a payment that a line may be. */
export function isThere(line: Found): boolean {
  return isBooked(line) || line.finding === "suggested" || line.finding === "ambiguous";
}
