/** One word for a probability between 0 and 1. */
export type Confidence = "Certain" | "Likely" | "Unsure";

const CERTAIN = 0.99;
const LIKELY = 0.8;

export function confidenceOf(probability: number): Confidence {
  if (probability >= CERTAIN) return "Certain";
  return probability >= LIKELY ? "Likely" : "Unsure";
}

/** Whole percent, never "100%" for anything that is not certain beyond rounding. */
export function percentText(probability: number): string {
  const rounded = Math.round(probability * 100);
  return `${probability < 1 ? Math.min(rounded, 99) : 100}%`;
}
