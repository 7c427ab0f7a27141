/** How wide the columns of the table are. */
export interface Layout {
  deposit: number;
  lines: number;
  payments: number;
  decision: number;
  probability: number;
  difference: number;
  /** Null: no column; the evidence goes below its row. */
  evidence: number | null;
}

export const GAP = 2;

/** Narrower terminals break the lines; amounts are never cut. */
export const LEAST_WIDTH = 72;

const DECISION = "suggested".length;
const PROBABILITY = "Probability".length;
const DIFFERENCE = "Difference".length;
/** At least as wide as their headings, at most as an id of Stripe. */
const LEAST = { deposit: "Deposit".length, lines: "Lines".length, payments: "Payments".length };
const MOST = 28;
/** The evidence gets a column of its own if that leaves each id so much, and itself so much. */
const GOOD_ID = 12;
const LEAST_EVIDENCE = 28;

type Ids = Pick<Layout, "deposit" | "lines" | "payments">;

/**
 * Shares the width of the terminal out: ids shrink first, then the evidence moves below the row.
 * @param natural how wide ids and differences would be, uncut
 * @param hasEvidence whether the evidence wants a column
 */
export function layOut(
  width: number,
  natural: Ids & { difference: number },
  hasEvidence: boolean,
): Layout {
  const difference = Math.max(DIFFERENCE, natural.difference);
  const fixed = { decision: DECISION, probability: PROBABILITY, difference };
  const left = width - DECISION - PROBABILITY - difference - 5 * GAP;
  const besideEvidence = left - GAP - LEAST_EVIDENCE;
  if (!hasEvidence || besideEvidence < 3 * GOOD_ID) {
    return { ...shared(left, natural), ...fixed, evidence: null };
  }
  const ids = shared(besideEvidence, natural);
  const evidence = left - GAP - ids.deposit - ids.lines - ids.payments;
  return { ...ids, ...fixed, evidence };
}

/** Nobody gets more than it needs; who needs more than its share takes what others leave. */
function shared(room: number, natural: Ids): Ids {
  const ids: Ids = { ...LEAST };
  const names = ["deposit", "lines", "payments"] as const;
  const needs = names.map((name) => ({ name, need: Math.min(MOST, natural[name]) }));
  let left = room;
  for (const [i, { name, need }] of needs.sort((a, b) => a.need - b.need).entries()) {
    const share = Math.floor(left / (needs.length - i));
    ids[name] = Math.max(LEAST[name], Math.min(need, share));
    left -= ids[name];
  }
  return ids;
}
