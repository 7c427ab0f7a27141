import { cpus } from "node:os";
import type { Accuracy } from "../accuracy";
import { LINE_SHAPES, type Shape } from "../model";
import type { Options } from "../options";
import { reliability } from "../scoring/calibration";
import { addScores } from "../scoring/score";
import type { SpeedResult } from "../speed/measure";
import { accuracyTable, autoTable, kindTable, reliabilityTable } from "./accuracy";
import { speedTable } from "./speed";
import { targetTable } from "./targets";

/** Title and text of one part of the report. */
type Section = readonly [title: string, ...paragraphs: string[]];

/** What was measured, as sections of Markdown; parts that were not measured are left out. */
export function measured(accuracy: readonly Accuracy[], speed: readonly SpeedResult[]): Section[] {
  const lineShapes: readonly Shape[] = LINE_SHAPES;
  const line = accuracy.filter(({ shape }) => lineShapes.includes(shape));
  const whole = accuracy.filter(({ shape }) => !lineShapes.includes(shape));
  const sections: Section[] = [["Targets", targetTable(accuracy, speed)]];
  if (line.length > 0) sections.push(["Payouts with lines", accuracyTable(line), autoTable(line)]);
  if (whole.length > 0) {
    sections.push(["Deposits without lines", accuracyTable(whole), autoTable(whole)]);
  }
  if (accuracy.length > 0) sections.push(["Recall per kind", kindTable(accuracy)]);
  if (line.length > 0) {
    const bins = reliability(addScores(line.map(({ ours }) => ours)).judged);
    sections.push(["Reliability", RELIABILITY, reliabilityTable(bins)]);
  }
  if (speed.length > 0) sections.push(["Speed and memory", SPEED, speedTable(speed)]);
  return sections;
}

export function render(sections: readonly Section[]): string {
  return sections.map(([title, ...rest]) => [`## ${title}`, ...rest].join("\n\n")).join("\n\n");
}

/** The whole of docs/benchmarks.md. `date` is `YYYY-MM-DD`. */
export function document(sections: readonly Section[], options: Options, date: string): string {
  const { seeds, lines } = options;
  const processors = cpus();
  const machine = `${processors[0]?.model.trim() ?? "unknown processor"}, ${processors.length} cores, Node ${process.versions.node}`;
  const head = [
    "# Benchmarks of the matching engine",
    `${date} · ${machine} · seeds ${seeds.join(", ")} · about ${lines} lines per shape and seed`,
    "Written by `npm run bench:matching`; do not edit.",
  ];
  return `${[...head, render([...sections, ...EXPLANATIONS])].join("\n\n")}\n`;
}

const RELIABILITY =
  "Fifteen bins of equally many proposals, the four shapes with lines together. A proposal is right when it is exactly one true group.";

const SPEED =
  "One company with the four lines of business in one ledger, a quarter of the lines each. Every size runs in a process of its own, on one thread, through the same loader as the command line; medians of three runs up to 10,000 lines, one run above. The floor is a hash join on (currency, amount, date) over the same arrays with a plain `Map`, median and best of three. Memory is the process's peak; before matching it holds the generated rows.";

const EXPLANATIONS: readonly Section[] = [
  [
    "What is measured",
    "Books whose truth is known, made by `bench/matching`. Each shape states its rates at the top of its file (`bench/matching/shapes/`); what all share is in `rates.ts` and `lags.ts`. The rates are estimates, not measurements.",
    [
      "- **subscriptions**: five prices, hundreds of equal amounts a month, the same customers again every month, second seats on the same day.",
      "- **shop**: small orders at clustered prices with tax, partial refunds, some weeks booked as one payment a day.",
      "- **invoices**: large amounts, retainers, instalments, several charges in one payment, invoice numbers on either side.",
      "- **donations**: round amounts, many donors in many spellings, some anonymous.",
      "- **payouts**: only the net total is known; the books hold single payments of one or some days, or of a batch.",
      "- **statement**: bank lines in and out, checks, branch deposits, wire fees, cryptic descriptions, voided entries.",
    ].join("\n"),
    "All have noise: names written otherwise, cut or missing, dates off by days or weeks, payments net of fees, swapped digits, payments missing on either side, cash and checks, refunds, disputes, fees, four currencies.",
  ],
  [
    "How it is counted",
    "Figures count pairs of a line (or whole deposit) and a payment. Rows that nobody can tell apart (same customer, amount and date, for lines in the same payout) stand for each other, each once. _Auto coverage_ is the share of all true pairs that the engine makes alone, and right. ECE is the mean gap between the promised probability and the share that came true, over fifteen bins of equally many proposals.",
    "The _plain rule_ takes the equal gross amount in the same currency with the nearest date from 4 days before to 21 days after, in the order of dates, no payment twice.",
  ],
  [
    "The ceiling",
    "What is decidable from what is visible. An oracle knows who every written name and address belongs to and sees every reference whole, is given all true sums and many-to-many groups for nothing, and counts the true rates, lags and frequencies from the truth of the very data. From these it computes, by belief propagation over all assignments, how probable each pair is, and proposes what makes its expected F1 highest. It shares no code with the engine. An engine sees less of everything, so it stays below, but for chance: the oracle does not use that a customer's next charge is due, and treats the facts of a row as independent. _Of decidable_ is our F1 over the oracle's. The ceiling of the auto coverage is what the oracle would make alone at an expected precision of 99.9 %; what it expects is a little more than comes true.",
  ],
  [
    "Size",
    "Up to 10,000 lines a business has a constant number of lines a day. Beyond that, lines per day grow with the fourth root of the size and the time with the rest, so that equal amounts become denser, but slowly: at 250,000 lines a shape has 2.2 times the daily lines of 10,000 and 11 times the days.",
  ],
  [
    "How to run",
    "```\nnpm run bench:matching                                  # everything, judging seeds, writes this file\nnpm run bench:matching -- --seeds tuning --no-speed     # while working on the engine\nnpm run bench:matching -- --help\n```",
    "Seeds for tuning and for judging are kept apart: nothing in the engine is chosen by the judging seeds. This file is written only by a complete run on these.",
  ],
];
