import type { LineOptions } from "@/lib/contracts/planned-payments";

type Candidate = LineOptions["candidates"][number];
type Proposal = LineOptions["invoices"][number];

/** Something in QuickBooks that a line may belong to. */
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

/** A user's own choice is above every probability. */
function rank(fit: Fit): number {
  return fit.type === "payments" && fit.chosen_before ? 2 : (fit.probability ?? -1);
}
