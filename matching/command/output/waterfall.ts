import type { Evidence } from "@/matching/engine/contract";
import { cut, padStart } from "./columns";
import { percent } from "./words";

/** The sum of the evidence, one text per step. */
export function waterfall(evidence: Evidence[]): string[] {
  return steps(evidence).map(
    ({ weight, text, to }) => `${signed(weight)} bits  ${text}  (${signed(to)})`,
  );
}

const INDENT = " ".repeat(4);
const WIDE = { terminal: 90, bar: 24 };
const NARROW_BAR = 12;

/**
 * The same as a chart: each step is a bar from the previous sum to the next, █ for and ▒ against, followed by
 * the final probability.
 */
export function* waterfallChart(
  evidence: Evidence[],
  probability: number,
  width: number,
): Generator<string> {
  const all = steps(evidence);
  const ends = all.map(({ to }) => to);
  const scale = {
    from: Math.min(0, ...ends),
    to: Math.max(0, ...ends),
    cells: width < WIDE.terminal ? NARROW_BAR : WIDE.bar,
  };
  for (const step of all) {
    const bits = `${padStart(signed(step.weight), 7)} bits`;
    const sum = padStart(signed(step.to), 7);
    yield `${cut(`${INDENT}${bits}  ${bar(step, scale)}  ${sum}  ${step.text}`, width)}\n`;
  }
  const sum = signed(ends.at(-1) ?? 0);
  yield `${cut(`${INDENT}${padStart(sum, 7)} bits in all: ${percent(probability)}`, width)}\n`;
}

interface Step {
  weight: number;
  text: string;
  /** The sum before and after, in bits. */
  from: number;
  to: number;
}

function steps(evidence: Evidence[]): Step[] {
  let sum = 0;
  return evidence.map(({ weight, text }) => {
    const from = sum;
    sum += weight;
    return { weight, text, from, to: sum };
  });
}

interface Scale {
  /** Bits at the left and right edges. */
  from: number;
  to: number;
  /** Width in characters. */
  cells: number;
}

function bar({ from, to, weight }: Step, scale: Scale): string {
  if (weight === 0) return " ".repeat(scale.cells);
  const place = (bits: number) =>
    Math.round(((bits - scale.from) / (scale.to - scale.from)) * scale.cells);
  const start = Math.min(place(Math.min(from, to)), scale.cells - 1);
  const length = Math.max(place(Math.max(from, to)) - start, 1);
  return (" ".repeat(start) + (weight < 0 ? "▒" : "█").repeat(length)).padEnd(scale.cells);
}

function signed(bits: number): string {
  return `${bits < 0 ? "" : "+"}${bits.toFixed(2)}`;
}
