import { loadavg } from "node:os";
import { dateAndMachine, table } from "../report";
import type { Answers } from "./greed";
import type { Figures, Visited } from "./visitor";

export interface Measured {
  name: string;
  visited: Visited;
  /** What the greedy company was answered. */
  answers: Answers;
}

/** The other company's p99 may grow by this at most. */
const FACTOR = 2;

export function isFair(alone: Measured, phases: readonly Measured[]): boolean {
  const limit = FACTOR * alone.visited.all.p99;
  return phases.every(({ visited: { all } }) => all.failed === 0 && all.p99 <= limit);
}

/** The figures as Markdown. */
export function render(alone: Measured, phases: readonly Measured[], seconds: number): string {
  return [
    `Measured on ${dateAndMachine()}; ${seconds} s each. The machine's load average over 15 minutes was ${loadText()}. Of fewer than a hundred requests, the p99 is the slowest one.`,
    table(
      [
        "while another company asks for",
        "requests",
        "p50 ms",
        "p99 ms",
        "p99 ×",
        "worst ms",
        "errors",
        "the other was answered",
      ],
      [alone, ...phases].map((each) => [
        each.name,
        ...cells(each.visited.all, alone.visited.all),
        answersText(each.answers),
      ]),
    ),
    "By kind of request, p50 / p99 in ms:",
    table(
      ["", ...alone.visited.kinds.map(({ name }) => name)],
      [alone, ...phases].map(({ name, visited }) => [
        name,
        ...visited.kinds.map(({ p50, p99 }) => `${ms(p50)} / ${ms(p99)}`),
      ]),
    ),
    ...failuresText([alone, ...phases]),
    isFair(alone, phases)
      ? "The goal is met: no error, and a p99 of at most twice that without the other company."
      : "**The goal is missed** (no error, and a p99 of at most twice that without the other company).",
  ].join("\n\n");
}

function cells({ answered, failed, p50, p99, worst }: Figures, alone: Figures): string[] {
  const factor = (p99 / alone.p99).toFixed(1);
  return [String(answered), ms(p50), ms(p99), factor, ms(worst), String(failed)];
}

function answersText(answers: Answers): string {
  const sorted = [...answers].sort(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${count} × ${status || "no answer"}`).join(", ") || "–";
}

function failuresText(all: readonly Measured[]): string[] {
  const lines = all.flatMap(({ name, visited }) =>
    visited.failures.map((failure) => `- ${name}: ${failure}`),
  );
  return lines.length > 0 ? [`Errors, the first of each phase:\n\n${lines.join("\n")}`] : [];
}

/** NaN becomes null between processes: there was no answer. */
const ms = (time: number | null) =>
  time === null || Number.isNaN(time) ? "–" : String(Math.round(time));

function loadText(): string {
  return (loadavg()[2] ?? 0).toFixed(1);
}
