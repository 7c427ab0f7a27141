import { cpus } from "node:os";
import type { Accuracy } from "../accuracy";
import type { ShapeCurves } from "../curves";
import type { LeftOut } from "../leave-one-out";
import { type AbsenceCalibration, type InvoiceScore, LOST_SHARE } from "../missing";
import { JUDGE_SHAPES, LINE_SHAPES, type Shape, WHOLE_SHAPES } from "../model";
import type { Options } from "../options";
import type { PublicResults } from "../public/measure-public";
import type { SpeedResult } from "../speed/measure";
import { calibrationTable, plotCalibration } from "./calibration";
import {
  absenceTable,
  curveTable,
  fittedTable,
  invoiceTable,
  leaveOneOutTable,
} from "./experiments";
import { plotCurves } from "./plot-curves";
import { publicParagraphs } from "./public";
import {
  accuracyTable,
  judgePayoutTable,
  judgeTable,
  kindTable,
  payoutTable,
  percent,
} from "./tables";
import { bareTable, shapesBelow, speedTable, targetTable } from "./targets";

/** Title and text of one part of the report. */
type Section = readonly [title: string, ...paragraphs: string[]];

/** Results of the parts of the benchmark; a part that did not run has none. */
interface Results {
  accuracy: readonly Accuracy[];
  absence: readonly AbsenceCalibration[];
  invoices: readonly InvoiceScore[];
  leftOut: readonly LeftOut[];
  curves: readonly ShapeCurves[];
  /** Data of others; null when the part did not run. */
  others: PublicResults | null;
  speed: readonly SpeedResult[];
}

/** What was measured, as sections of Markdown; parts that were not measured are left out. */
export function measured(results: Results): Section[] {
  const { accuracy, absence, invoices, leftOut, curves, others, speed } = results;
  const of = (shapes: readonly Shape[]) => accuracyOf(accuracy, shapes);
  const [line, whole, judges] = [of(LINE_SHAPES), of(WHOLE_SHAPES), of(JUDGE_SHAPES)];
  const known = [...line, ...whole];
  const sections: Section[] = [];
  const targets = targetTable(accuracy, others, speed);
  if (targets !== null) {
    const below = shapesBelow(accuracy);
    sections.push(["Targets", targets, ...(below === null ? [] : [below])]);
  }
  if (line.length > 0) {
    sections.push(["Payouts untouched", PAYOUTS, payoutTable(line)]);
    sections.push(["Payouts with lines", accuracyTable(line)]);
  }
  if (whole.length > 0) {
    sections.push(["Deposits without lines", accuracyTable(whole)]);
  }
  if (judges.length > 0) {
    const tables = [judgeTable(judges), judgePayoutTable(judges), kindTable(judges)];
    sections.push(["Books by other authors", JUDGES, ...tables]);
  }
  if (known.length > 0) sections.push(["Recall per kind", kindTable(known)]);
  if (accuracy.length > 0) {
    const shown = groupsOf(accuracy).flatMap(({ title, plot, results }) => [
      `### ${title}`,
      calibrationTable(results),
      `![${title}: stated and right](${plot})`,
    ]);
    sections.push(["Calibration", CALIBRATION, ...shown]);
  }
  if (others) sections.push(["Public data", ...publicParagraphs(others)]);
  if (absence.length > 0) sections.push(["Not in the books", ABSENCE, absenceTable(absence)]);
  if (invoices.length > 0) sections.push(["Open invoices", INVOICES, invoiceTable(invoices)]);
  if (leftOut.length > 0) {
    const tables = [leaveOneOutTable(leftOut), fittedTable(leftOut)];
    sections.push(["Shapes left out", LEAVE_ONE_OUT, ...tables]);
  }
  if (curves.length > 0) {
    const shown = curves.flatMap((each) => [
      `![Degradation curves of ${each.shape}](${curvePlot(each)})`,
      curveTable(each),
    ]);
    sections.push(["Degradation", DEGRADATION, ...shown]);
  }
  if (speed.length > 0)
    sections.push(["Speed and memory", SPEED, speedTable(speed), bareTable(speed)]);
  return sections;
}

/** A plot beside the report. */
interface PlotFile {
  name: string;
  svg: string;
}

/** The images that the sections show. */
export function plots({ accuracy, curves }: Pick<Results, "accuracy" | "curves">): PlotFile[] {
  return [
    ...groupsOf(accuracy).map(({ title, plot, results }) => {
      return { name: plot, svg: plotCalibration(`Calibration: ${title}`, results) };
    }),
    ...curves.map((each) => ({ name: curvePlot(each), svg: plotCurves(each) })),
  ];
}

function curvePlot({ shape }: ShapeCurves): string {
  return `matching-${shape}.svg`;
}

/** Groups of shapes whose calibration is plotted together; those without results are left out. */
function groupsOf(accuracy: readonly Accuracy[]) {
  return [
    { title: "Payouts with lines", plot: "matching-calibration.svg", shapes: LINE_SHAPES },
    {
      title: "Deposits without lines",
      plot: "matching-calibration-whole.svg",
      shapes: WHOLE_SHAPES,
    },
    {
      title: "Books by other authors",
      plot: "matching-calibration-others.svg",
      shapes: JUDGE_SHAPES,
    },
  ].flatMap(({ title, plot, shapes }) => {
    const results = accuracyOf(accuracy, shapes);
    return results.length > 0 ? [{ title, plot, results }] : [];
  });
}

function accuracyOf(accuracy: readonly Accuracy[], shapes: readonly Shape[]): Accuracy[] {
  return accuracy.filter(({ shape }) => shapes.includes(shape));
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
  "A payout is _postable_ when every charge has its payments in the books, none of them is for charges of another payout, too, and all its lines add up to it, to the cent. It is _untouched_ when the product would match all of it without a person. _Of these wrong_ counts untouched payouts with a wrong or missing pair of line and payment; _in the books_, those that a bookkeeper would have to correct. _Decisions left_ is the mean number of lines without an automatic match in a postable payout that is not untouched.";

const JUDGES =
  "Shapes by authors who had not seen the engine, but for lawfirm's, who had read it. The engine is never tuned on them; errors in earlier figures were read, and led to changes. Every seed is another company.";

const LEAVE_ONE_OUT =
  "The probability from which a match is automatic, refitted together with calibration curves (the product ships none) on the tuning seeds of all shapes, and of all shapes but the one judged. The difference between the two is what knowing the shape is worth.";

const DEGRADATION =
  "Books of one shape, made harder in one respect at a time. _Rows per day_ puts several businesses of the shape into one ledger. A missing payment makes its payout unpostable; mostly small payouts remain, so the share of untouched ones may rise.";

const CALIBRATION =
  "Stated probability, and what is right in the books: of every match, automatic or suggested, and of whole payouts with lines. A payout's probability is the product of its matches' probabilities; payouts count whose matches add up, and one is right when its payments are those that belong on the deposit. ECE is over fifteen bins of equally many; _by chance_ is the ECE that a perfect statement would show on so few. Plots: to the right what was stated, upwards what was right, both in log odds; a bar is a 95 % interval and should cross the diagonal.";

const ABSENCE = `Of the lines (and deposits without lines) that stay open, how many have no payment in the books, and what was stated. _Sales lost_ removes all payments of a further ${percent(LOST_SHARE, 0)} of the sales; _complete books_ leaves out the lines that have no payment, so 0 % would be right. _By chance_ is the ECE that a perfect statement would show on so few lines.`;

const INVOICES =
  "A tenth of the payments that explain one line each are replaced by an open invoice of the line's amount, 0 to 45 days older. The _plain rule_ takes the first line with the same name and amount.";

const SPEED =
  "One company with four lines of business in one ledger. Each size runs on one thread in its own process; median of three runs up to 10,000 lines, one run above. The baseline is a hash join on (currency, amount, date) with a plain `Map`. Memory is the peak of the process, which holds the rows before matching. The second table is what the steps of the method cost at least, as bare loops over typed arrays that compare no names.";

const EXPLANATIONS: readonly Section[] = [
  [
    "How it is counted",
    "The books are generated and their truth is known; each shape states its rates in `matching/bench/shapes/`. Tuning and judging use separate seeds: nothing in the engine is chosen by the judging seeds. The seeds of this report are read by the complete run alone.",
    "Figures count pairs of a line (or whole deposit) and a payment. Interchangeable rows (same customer, amount and date, and for lines the same payout) count for each other, each once. _Auto coverage_ is the share of all true pairs that the engine matches correctly without a person. ECE (expected calibration error) is the mean gap between stated probability and the share that is right in the books, over fifteen bins of equally many proposals.",
    "_In the books_ counts what a bookkeeper would have to correct. A Deposit links payments and does not say which line each of them paid. So the payments that were linked are compared with those that belong on the deposit, by customer, currency and amount; a payment without a customer stands only for itself. Two equal payments of one customer may be exchanged, on any days and between deposits; equal payments of two customers only inside one payout. Wrong are another customer's money, another amount, and a payment that belongs to lines of several payouts. The first of two figures counts pairs, the second payments on a Deposit, with the number of wrong ones behind it.",
    "Up to 10,000 lines, lines per day are constant. Beyond that they grow with the fourth root of the size and the period with the rest.",
  ],
];
