import { toDayNumber } from "@/lib/dates";
import { lowerBound } from "@/matching/engine/collections/lower-bound";
import type { DepositInput, PaymentInput } from "@/matching/engine/contract";
import type { Proposal } from "./scoring/proposal";

/** Days a payment may lie from its line (payment − line). */
const WINDOW = { from: -4, to: 21 } as const;

interface Row {
  id: string;
  depositId: string;
  lineId: string | null;
  day: number;
  key: string;
}

interface Candidate {
  id: string;
  day: number;
  used: boolean;
}

/** Payments of one amount sorted by day, and their days. */
interface Group {
  candidates: Candidate[];
  days: number[];
}

const NO_GROUP: Group = { candidates: [], days: [] };

/**
 * What a simple import rule does: equal gross amount and currency, the nearest date within the
 * window, line by line in the order of their dates, no payment twice. Knows no names.
 */
export function plainRule(deposits: DepositInput[], payments: PaymentInput[]): Proposal[] {
  const byAmount = new Map<string, Candidate[]>();
  for (const { id, date, amount, currency } of payments) {
    const key = `${currency}${amount}`;
    const candidate = { id, day: toDayNumber(date), used: false };
    const list = byAmount.get(key);
    if (list) list.push(candidate);
    else byAmount.set(key, [candidate]);
  }
  const groups = new Map<string, Group>();
  for (const [key, candidates] of byAmount) {
    candidates.sort((a, b) => a.day - b.day || order(a.id, b.id));
    groups.set(key, { candidates, days: candidates.map((candidate) => candidate.day) });
  }
  const proposals: Proposal[] = [];
  const rows = rowsOf(deposits).sort((a, b) => a.day - b.day || order(a.id, b.id));
  for (const { depositId, lineId, day, key } of rows) {
    const nearest = nearestOpen(groups.get(key) ?? NO_GROUP, day);
    if (!nearest) continue;
    nearest.used = true;
    proposals.push({
      depositId,
      lineIds: lineId === null ? [] : [lineId],
      paymentIds: [nearest.id],
      probability: 1,
      auto: false,
    });
  }
  return proposals;
}

function nearestOpen({ candidates, days }: Group, day: number): Candidate | null {
  let best: Candidate | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let i = lowerBound(days, day + WINDOW.from); i < candidates.length; i++) {
    const candidate = candidates[i];
    if (!candidate || candidate.day > day + WINDOW.to) break;
    const distance = Math.abs(candidate.day - day);
    if (candidate.used || distance >= least) continue;
    [best, least] = [candidate, distance];
  }
  return best;
}

function rowsOf(deposits: DepositInput[]): Row[] {
  return deposits.flatMap(({ id, date, amount, currency, lines }): Row[] => {
    if (!lines || lines.length === 0) {
      const day = toDayNumber(date);
      return [{ id, depositId: id, lineId: null, day, key: `${currency}${amount}` }];
    }
    return lines.map((line) => ({
      id: line.id,
      depositId: id,
      lineId: line.id,
      day: toDayNumber(line.date),
      key: `${currency}${line.amount}`,
    }));
  });
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
