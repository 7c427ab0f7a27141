import type { TruthKind } from "./model";
import type { Random } from "./random";
import type { NoiseRates } from "./rates";

/** The amount that the books state for a charge, minor units, and what kind of record that makes. */
export function wayToRecord(
  { gross, fee }: { gross: number; fee: number },
  rates: Pick<NoiseRates, "netRecorded" | "transposed" | "smallDifference">,
  random: Random,
): { kind: TruthKind; amount: number } {
  if (random.chance(rates.netRecorded)) return { kind: "net_recorded", amount: gross - fee };
  if (random.chance(rates.transposed)) {
    const amount = transpose(gross, random);
    if (amount !== gross) return { kind: "transposed", amount };
  }
  if (random.chance(rates.smallDifference)) {
    const most = Math.max(2, Math.round(gross * 0.01));
    const off = random.between(1, Math.min(most, 100)) * (random.chance(0.5) ? 1 : -1);
    return { kind: "small_difference", amount: gross + off };
  }
  return { kind: "one_to_one", amount: gross };
}

/** Swaps two neighboring digits that differ; the amount itself where none do. */
export function transpose(amount: number, random: Random): number {
  const digits = [...String(amount)];
  const places = digits.flatMap((digit, i) => {
    const next = digits[i + 1];
    return next === undefined || next === digit || (i === 0 && next === "0") ? [] : [i];
  });
  if (places.length === 0) return amount;
  const at = random.pick(places);
  const [left = "", right = ""] = [digits[at], digits[at + 1]];
  digits.splice(at, 2, right, left);
  return Number(digits.join(""));
}
