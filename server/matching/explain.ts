import { minorDigits, toDecimal } from "@/lib/money";
import type { Entry, Unit } from "./normalize";
import { isEqualAmount, type PairScore } from "./score";
import type { SetProposal } from "./set-proposal";
import type { Evidence } from "./types";

/**
 * Why a pair was proposed, in words, weightiest first. The weights add up to the log2 odds of its
 * probability: what competition takes away (or its absence adds) is the evidence of uniqueness.
 */
export function explainPair(
  unit: Unit,
  entry: Entry,
  pair: PairScore,
  probability: number,
  others: number,
): Evidence[] {
  const equal = isEqualAmount(pair.amount);
  const amountWeight = pair.amountBits + (equal ? 0 : pair.prior);
  const common = equal && amountWeight < 0 ? " (a common amount)" : "";
  const evidence: Evidence[] = [
    {
      field: "amount",
      level: pair.amount,
      weight: amountWeight,
      text: amountText(unit, entry, pair) + common,
    },
    { field: "date", level: dateLevel(pair.lag), weight: pair.dateBits, text: dateText(pair.lag) },
  ];
  if (pair.name !== "unknown") {
    evidence.push({
      field: pair.name === "confirmed_names" ? "history" : "customer",
      level: pair.name,
      weight: pair.nameBits,
      text: nameText(unit, entry, pair.name),
    });
  }
  if (pair.reference !== "unknown") {
    const conflict = pair.reference === "reference_conflict";
    evidence.push({
      field: "reference",
      level: pair.reference,
      weight: pair.referenceBits,
      text: conflict ? "References contradict" : `Same reference ${pair.referenceKey}`,
    });
  }
  evidence.push(uniqueness(evidence, probability, others));
  return byWeight(evidence);
}

/** Why a set was proposed, in words, weightiest first. */
export function explainSet(set: SetProposal): Evidence[] {
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
    const text = nameText(unit, entry, set.name);
    evidence.push({ field: "customer", level: set.name, weight: set.nameBits, text });
  }
  evidence.push(uniqueness(evidence, set.probability, 0));
  return byWeight(evidence);
}

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

function nameText(unit: Unit, entry: Entry, level: PairScore["name"]): string {
  const left = unit.line?.entity?.trim() ?? "";
  const right = entry.payment.customerName?.trim() ?? "";
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
      return `'${right || left}' is named in the text`;
    case "confirmed_names":
      return `'${left}' was confirmed as '${right}' before`;
    case "names_differ":
      return `Names differ: '${left}' and '${right}'`;
    case "shared_word":
      return left ? `'${left}' resembles '${right}'` : `Part of '${right}' is in the text`;
    default:
      return same;
  }
}

function money(minor: number, { currency }: Unit): string {
  return `${toDecimal(minor, currency)} ${currency}`;
}
