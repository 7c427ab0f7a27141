/** Widths of the table's columns. */
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

/** Narrower terminals wrap lines; amounts are never cut. */
export const MIN_WIDTH = 72;

const DECISION = "suggested".length;
const PROBABILITY = "Probability".length;
const DIFFERENCE = "Difference".length;
/** At least as wide as the headings, at most as wide as a Stripe id. */
const MIN_ID_WIDTHS = {
  deposit: "Deposit".length,
  lines: "Lines".length,
  payments: "Payments".length,
};
const MAX_ID_WIDTH = 28;
/** The evidence gets its own column when each id and the evidence keep at least these widths. */
const GOOD_ID = 12;
const MIN_EVIDENCE = 28;

type Ids = Pick<Layout, "deposit" | "lines" | "payments">;

/**
 * Divides the terminal's width: ids shrink first, then the evidence moves below the row.
 * @param natural uncut widths of ids and differences
 * @param hasEvidence whether to plan a column for evidence
 */
export function layOut(
  width: number,
  natural: Ids & { difference: number },
  hasEvidence: boolean,
): Layout {
  const difference = Math.max(DIFFERENCE, natural.difference);
  const fixed = { decision: DECISION, probability: PROBABILITY, difference };
  const left = width - DECISION - PROBABILITY - difference - 5 * GAP;
  const besideEvidence = left - GAP - MIN_EVIDENCE;
  if (!hasEvidence || besideEvidence < 3 * GOOD_ID) {
    return { ...shared(left, natural), ...fixed, evidence: null };
  }
  const ids = shared(besideEvidence, natural);
  const evidence = left - GAP - ids.deposit - ids.lines - ids.payments;
  return { ...ids, ...fixed, evidence };
}

/** Gives each column at most its need; columns that need more divide the rest. */
function shared(room: number, natural: Ids): Ids {
  const ids: Ids = { ...MIN_ID_WIDTHS };
  const names = ["deposit", "lines", "payments"] as const;
  const needs = names.map((name) => ({ name, need: Math.min(MAX_ID_WIDTH, natural[name]) }));
  let left = room;
  for (const [i, { name, need }] of needs.sort((a, b) => a.need - b.need).entries()) {
    const share = Math.floor(left / (needs.length - i));
    ids[name] = Math.max(MIN_ID_WIDTHS[name], Math.min(need, share));
    left -= ids[name];
  }
  return ids;
}
