import { cpus } from "node:os";
import type { Accuracy } from "../accuracy";
import type { ShapeCurves } from "../curves";
import type { LeftOut } from "../leave-one-out";
import type { AbsenceCalibration, InvoiceScore } from "../missing";
import { JUDGE_SHAPES, LINE_SHAPES, type Shape, WHOLE_SHAPES } from "../model";
import type { Options } from "../options";
import { reliability } from "../scoring/calibration";
import { addScores } from "../scoring/score";
import type { SpeedResult } from "../speed/measure";
import {
  absenceTable,
  curveTable,
  fittedTable,
  invoiceTable,
  leaveOneOutTable,
} from "./experiments";
import {
  accuracyTable,
  judgePayoutTable,
  judgeTable,
  kindTable,
  payoutTable,
  reliabilityTable,
} from "./tables";
import { bareTable, speedTable, targetTable } from "./targets";

/** Title and text of one part of the report. */
type Section = readonly [title: string, ...paragraphs: string[]];

/** Results of the parts of the benchmark; a part that did not run has none. */
interface Results {
  accuracy: readonly Accuracy[];
  absence: readonly AbsenceCalibration[];
  invoices: readonly InvoiceScore[];
  leftOut: readonly LeftOut[];
  curves: readonly ShapeCurves[];
  speed: readonly SpeedResult[];
}

/** What was measured, as sections of Markdown; parts that were not measured are left out. */
export function measured(results: Results): Section[] {
  const { accuracy, absence, invoices, leftOut, curves, speed } = results;
  const of = (shapes: readonly Shape[]) => accuracy.filter(({ shape }) => shapes.includes(shape));
  const [line, whole, judges] = [of(LINE_SHAPES), of(WHOLE_SHAPES), of(JUDGE_SHAPES)];
  const known = [...line, ...whole];
  const sections: Section[] = [["Targets", targetTable(known, speed)]];
  if (line.length > 0) {
    sections.push(["Payouts untouched", PAYOUTS, payoutTable(line)]);
    sections.push(["Payouts with lines", accuracyTable(line)]);
  }
  if (whole.length > 0) {
    sections.push(["Deposits without lines", accuracyTable(whole)]);
  }
  if (judges.length > 0) {
    const tables = [judgeTable(judges), judgePayoutTable(judges), kindTable(judges)];
    sections.push(["Books by authors who never saw the engine", JUDGES, ...tables]);
  }
  if (known.length > 0) sections.push(["Recall per kind", kindTable(known)]);
  if (line.length > 0) {
    const bins = reliability(addScores(line.map(({ ours }) => ours)).judged);
    sections.push(["Reliability", RELIABILITY, reliabilityTable(bins)]);
  }
  if (absence.length > 0) sections.push(["Not in the books", ABSENCE, absenceTable(absence)]);
  if (invoices.length > 0) sections.push(["Open invoices", INVOICES, invoiceTable(invoices)]);
  if (leftOut.length > 0) {
    const tables = [leaveOneOutTable(leftOut), fittedTable(leftOut)];
    sections.push(["Shapes left out", LEAVE_ONE_OUT, ...tables]);
  }
  if (curves.length > 0) {
    const shown = curves.flatMap((each) => [
      `![Degradation curves of ${each.shape}](${plotName(each)})`,
      curveTable(each),
    ]);
    sections.push(["Degradation", DEGRADATION, ...shown]);
  }
  if (speed.length > 0)
    sections.push(["Speed and memory", SPEED, speedTable(speed), bareTable(speed)]);
  return sections;
}

/** File name of the plot beside the report. */
export function plotName({ shape }: ShapeCurves): string {
  return `matching-${shape}.svg`;
}

export function render(sections: readonly Section[]): string {
  return sections.map(([title, ...rest]) => [`## ${title}`, ...rest].join("\n\n")).join("\n\n");
}

/** The whole of docs/reports/matching.md. `date` is `YYYY-MM-DD`. */
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

const PAYOUTS =
  "A payout is _postable_ when every charge has its payments in the books and all its lines add up to it, to the cent. It is _untouched_ when the product would match all of it without a person. _Of these wrong_ counts untouched payouts with at least one wrong or missing link, _wrong links_ is per thousand links in them. _Decisions left_ is the mean number of lines without an automatic match in a postable payout that is not untouched.";

const JUDGES =
  "Six more shapes, on the judging seeds only, all but lawfirm by authors who had not seen the engine. The first figures of the first four were taken blind (F1 84.7, 41.1, 96.3 and 88.2 %), and their errors were then used to improve the engine. The author of lawfirm had read the engine; its first F1 was 94.6 %. Practice was added later; its first figures, taken blind at 2,000 lines, were an F1 of 90.5 %. Every seed is another company.";

const LEAVE_ONE_OUT =
  "The probability from which a match is automatic, refitted together with calibration curves (the product ships none) on the tuning seeds of all shapes, and of all shapes but the one judged. The difference between the two is what knowing the shape is worth.";

const DEGRADATION =
  "Books of one shape, made harder in one respect at a time. _Rows per day_ puts several businesses of the shape into one ledger. A missing payment makes its payout unpostable; mostly small payouts remain, so the share of untouched ones may rise.";

const RELIABILITY =
  "Fifteen bins of equally many proposals, all shapes with lines together. A proposal is right when it is exactly one true group.";

const ABSENCE =
  "Of the lines (and deposits without lines) that stay open, how many have no payment in the books, and what was stated. _Sales lost_ removes all payments of a further 35 % of the sales; _complete books_ leaves out the lines that have no payment, so 0 % would be right. _By chance_ is the ECE that a perfect statement would show on so few lines.";

const INVOICES =
  "A tenth of the payments that explain one line each are replaced by an open invoice of the line's amount, 0 to 45 days older. The _plain rule_ takes the first line with the same name and amount.";

const SPEED =
  "One company with four lines of business in one ledger. Each size runs on one thread in its own process; median of three runs up to 10,000 lines, one run above. The baseline is a hash join on (currency, amount, date) with a plain `Map`. Memory is the peak of the process, which holds the rows before matching. The second table is what the steps of the method cost at least, as bare loops over typed arrays that compare no names.";

const EXPLANATIONS: readonly Section[] = [
  [
    "How it is counted",
    "The books are generated and their truth is known; each shape states its rates in `matching/bench/shapes/`. Tuning and judging use separate seeds: nothing in the engine is chosen by the judging seeds.",
    "Figures count pairs of a line (or whole deposit) and a payment. Interchangeable rows (same customer, amount and date, and for lines the same payout) count for each other, each once. _Exchanged_ are wrong automatic pairs whose lines and payments are all of one customer and one amount, and all matched automatically: the books are the same, the dates are not. _Auto coverage_ is the share of all true pairs that the engine matches correctly without a person. ECE (expected calibration error) is the mean gap between stated probability and observed share, over fifteen bins of equally many proposals.",
    "Up to 10,000 lines, lines per day are constant. Beyond that they grow with the fourth root of the size and the period with the rest: 250,000 lines have 2.2 times the daily lines of 10,000 and 11 times the days.",
  ],
];
