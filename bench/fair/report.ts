import { loadavg } from "node:os";
import { dateAndMachine, table } from "../report";
import { DAYS } from "./days";
import type { Answers, Stage } from "./greed";
import type { Figures, Visited } from "./visitor";

export interface Measured {
  name: string;
  visited: Visited;
  /** What the greedy company was answered. */
  answers: Answers;
  /** What else was seen; empty for nothing. */
  note: string;
}

export interface MeasuredStage {
  stage: Stage;
  alone: Measured;
  phases: readonly Measured[];
}

/** The other company's p99 may grow by this at most. */
const FACTOR = 2;

/** The phases that miss the goal. */
export function misses({ stage, alone, phases }: MeasuredStage): readonly Measured[] {
  if (stage.reportOnly) return [];
  const limit = FACTOR * alone.visited.all.p99;
  return phases.filter(({ visited: { all } }) => all.failed > 0 || !(all.p99 <= limit));
}

/** The figures as Markdown. */
export function render(stages: readonly MeasuredStage[], seconds: number): string {
  return [
    `Measured on ${dateAndMachine()}; ${seconds} s each. The machine's load average over 15 minutes was ${loadText()}. Of fewer than a hundred requests, the p99 is the slowest one.`,
    ...stages.flatMap(stageText),
    verdict(stages.flatMap(misses)),
  ].join("\n\n");
}

function stageText(measured: MeasuredStage): string[] {
  const { stage, alone, phases } = measured;
  const missed = misses(measured);
  const goal = (each: Measured) => {
    if (each === alone || stage.reportOnly) return "–";
    return missed.includes(each) ? "**missed**" : "met";
  };
  return [
    `## A visitor ${DAYS[stage.day].about}`,
    ...(stage.reportOnly ? [`Without a goal: ${stage.reportOnly}.`] : []),
    table(
      [
        ...["meanwhile", "requests", "p50 ms", "p99 ms", "p50 ×", "p99 ×", "worst ms", "errors"],
        ...["p99 ≤ 2 ×, no error", "the other was answered"],
      ],
      [alone, ...phases].map((each) => [
        each.name,
        ...cells(each.visited.all, alone.visited.all),
        goal(each),
        answersText(each.answers),
      ]),
    ),
    ...phases.flatMap(({ note }) => (note ? [note] : [])),
    "By kind of request, p50 / p99 in ms, and errors:",
    table(
      ["", ...alone.visited.kinds.map(({ name }) => name)],
      [alone, ...phases].map(({ name, visited }) => [name, ...visited.kinds.map(kindText)]),
    ),
    ...failuresText([alone, ...phases]),
  ];
}

function cells({ answered, failed, p50, p99, worst }: Figures, alone: Figures): string[] {
  const times = [p50 / alone.p50, p99 / alone.p99].map((factor) => factor.toFixed(1));
  return [String(answered), ms(p50), ms(p99), ...times, ms(worst), String(failed)];
}

function kindText({ p50, p99, failed }: Figures): string {
  return `${ms(p50)} / ${ms(p99)}${failed > 0 ? `, ${failed} failed` : ""}`;
}

function verdict(missed: readonly Measured[]): string {
  const goal = "no error, and a p99 of at most twice that without the other company";
  if (missed.length === 0) return `The goal is met: ${goal}.`;
  return `**The goal is missed** by ${missed.length} (${goal}).`;
}

function answersText(answers: Answers): string {
  const sorted = [...answers].sort(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${count} × ${status || "no answer"}`).join(", ") || "–";
}

function failuresText(all: readonly Measured[]): string[] {
  const lines = all.flatMap(({ name, visited }) =>
    visited.failures.map((failure) => `- ${name}: ${failure}`),
  );
  return lines.length > 0 ? [`Errors, the first different ones:\n\n${lines.join("\n")}`] : [];
}

/** NaN becomes null between processes: there was no answer. */
const ms = (time: number | null) =>
  time === null || Number.isNaN(time) ? "–" : String(Math.round(time));

function loadText(): string {
  return (loadavg()[2] ?? 0).toFixed(1);
}
