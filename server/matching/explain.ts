import { minorDigits, toDecimal } from "@/lib/money";
import { isEqualAmount } from "./amounts";
import type { Means } from "./means";
import type { Entry, Unit } from "./rows";
import type { PairScore } from "./score";
import type { SetProposal } from "./set-proposal";
import type { Evidence } from "./types";

/** The customers of rows as they were written, by the row itself or by its address. */
export interface Names {
  of(row: Unit | Entry): string;
}

/** What a pair's explanation is made from. */
export interface PairFacts {
  unit: Unit;
  entry: Entry;
  score: PairScore;
  names: Names;
  /** The reference both rows share. */
  reference: string;
  probability: number;
  /** How many other partners are close. */
  others: number;
}

/**
 * Why a pair was proposed, in words, weightiest first. The weights add up to the log2 odds of its
 * probability: what competition takes away (or its absence adds) is the evidence of uniqueness.
 */
export function explainPair(facts: PairFacts): Evidence[] {
  const { unit, entry, score, reference, names, ...odds } = facts;
  const common = isEqualAmount(score.amount) && score.amountBits < 0 ? " (a common amount)" : "";
  const evidence: Evidence[] = [
    {
      field: "amount",
      level: score.amount,
      weight: score.amountBits,
      text: amountText(unit, entry, score) + common,
    },
    {
      field: "date",
      level: dateLevel(score.lag),
      weight: score.dateBits,
      text: dateText(score.lag),
    },
  ];
  if (score.name !== "unknown") {
    evidence.push({
      field: LEARNED.has(score.name) ? "history" : "customer",
      level: score.name,
      weight: score.nameBits,
      text: nameText(unit, names.of(unit), names.of(entry), score.name),
    });
  }
  if (score.reference !== "unknown") {
    const conflict = score.reference === "reference_conflict";
    evidence.push({
      field: "reference",
      level: score.reference,
      weight: score.referenceBits,
      text: conflict ? "References contradict" : `Same reference ${reference}`,
    });
  }
  if (Math.abs(score.kindBits) >= WORTH_SAYING) evidence.push(kindEvidence(entry, score.kindBits));
  if (score.takenBackBits !== 0) {
    const text = "Another row of the books takes this payment back";
    evidence.push({ field: "uniqueness", level: "taken_back", weight: score.takenBackBits, text });
  }
  evidence.push(uniqueness(evidence, odds.probability, odds.others));
  return byWeight(evidence);
}

/** Why a set was proposed, in words, weightiest first. */
export function explainSet(set: SetProposal, names: Names): Evidence[] {
  const evidence: Evidence[] = [
    { field: "sum", level: set.level, weight: set.sumBits, text: sumText(set) },
    { field: "date", level: dateLevel(set.lag), weight: set.dateBits, text: dateText(set.lag) },
  ];
  if (set.completeAs !== null) {
    const text = `These are all ${set.completeAs}`;
    evidence.push({ field: "sum", level: "complete_group", weight: set.completeBits, text });
  }
  const [unit] = set.units;
  const [entry] = set.entries;
  if (set.name !== "unknown" && unit && entry) {
    const text = nameText(unit, names.of(unit), names.of(entry), set.name);
    evidence.push({ field: "customer", level: set.name, weight: set.nameBits, text });
  }
  if (set.referenceBits !== undefined && set.referenceBits > 0) {
    const text = "All carry the same reference";
    evidence.push({
      field: "reference",
      level: "shared_reference",
      weight: set.referenceBits,
      text,
    });
  }
  evidence.push(uniqueness(evidence, set.probability, 0));
  return byWeight(evidence);
}

/** The kind of row says whether it comes through the processor: learned, or in its own words. */
function kindEvidence({ means }: Entry, weight: number): Evidence {
  return weight > 0
    ? { field: "history", level: "usual_booking", weight, text: USUAL_BOOKING }
    : { field: "history", level: "unusual_booking", weight, text: UNUSUAL_BOOKING[means] };
}

const USUAL_BOOKING = "Booked as payments through the processor usually are";
const UNUSUAL_BOOKING: Readonly<Record<Means, string>> = {
  offline: "The memo says that it was paid another way",
  numbered: "Its number looks like a check number",
  unstated: "Booked as payments outside the processor usually are",
};
const WORTH_SAYING = 0.5;
const LEARNED = new Set(["confirmed_names", "refused_names"]);

function uniqueness(evidence: Evidence[], probability: number, others: number): Evidence {
  let known = 0;
  for (const { weight } of evidence) known += weight;
  const weight = Math.log2(probability / Math.max(1 - probability, Number.EPSILON)) - known;
  if (others === 0) {
    return { field: "uniqueness", level: "only_candidate", weight, text: "Only candidate" };
  }
  const text = others === 1 ? "1 other candidate" : `${others} other candidates`;
  return { field: "uniqueness", level: "other_candidates", weight, text };
}

function byWeight(evidence: Evidence[]): Evidence[] {
  return evidence
    .map((piece) => ({ ...piece, weight: Math.round(piece.weight * 100) / 100 }))
    .sort((a, b) => b.weight - a.weight || (a.field < b.field ? -1 : 1));
}

function amountText(unit: Unit, entry: Entry, pair: PairScore): string {
  switch (pair.amount) {
    case "exact_gross":
      return minorDigits(unit.currency) === 2 ? "Amount equal to the cent" : "Amount equal";
    case "exact_net":
      return "Amount equal to what is left after the fee";
    case "predicted_fee":
      return "Amount fits once the usual fee is taken off";
    case "transposed_digits":
      return `Two digits swapped: ${money(unit.gross, unit)} and ${money(entry.amount, unit)}`;
    default:
      return `Amounts differ by ${money(Math.abs(entry.amount - unit.gross), unit)}`;
  }
}

function sumText({ level, entries, units }: SetProposal): string {
  const rows = entries.length > 1 ? `${entries.length} payments` : `${units.length} lines`;
  if (level === "sum_gross") return `${rows} add up exactly`;
  if (level === "sum_net") return `${rows} add up exactly after fees`;
  return `${rows} add up once the usual fee is taken off`;
}

function dateLevel(lag: number): string {
  if (lag === 0) return "same_day";
  return lag < 0 ? "payment_earlier" : "payment_later";
}

function dateText(lag: number): string {
  const days = Math.abs(lag);
  if (days === 0) return "Same day";
  return days === 1 ? "1 day apart" : `${days} days apart`;
}

function nameText(unit: Unit, left: string, right: string, level: PairScore["name"]): string {
  const isShorterFirst = left.length <= right.length;
  const same = isShorterFirst ? `'${left}' is '${right}'` : `'${right}' is '${left}'`;
  switch (level) {
    case "same_name":
      return left === right ? `Same customer: ${right}` : same;
    case "same_email":
      return "Same e-mail address";
    case "email_fits_name":
      return `'${unit.line?.email ?? ""}' reads like '${right}'`;
    case "name_in_text":
      return right || left
        ? `'${right || left}' is named in the text`
        : "The texts name the same customer";
    case "confirmed_names":
      return `'${left || unit.deposit.description}' was confirmed as '${right}' before`;
    case "names_differ":
      return `Names differ: '${left}' and '${right}'`;
    case "refused_names":
      return `'${left || unit.deposit.description}' was refused as '${right}' before`;
    case "text_differs":
      return "The text names another customer";
    case "shared_word":
      if (left === "") return right ? `Part of '${right}' is in the text` : "The texts share words";
      return `'${left}' resembles '${right}'`;
    default:
      return same;
  }
}

function money(minor: number, { currency }: Unit): string {
  return `${toDecimal(minor, currency)} ${currency}`;
}
