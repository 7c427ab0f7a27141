import { cpus } from "node:os";
import type { Accuracy } from "../accuracy";
import type { ShapeCurves } from "../curves/measure";
import type { LeftOut } from "../leave-one-out";
import type { AbsenceCalibration } from "../missing/calibration";
import type { InvoiceScore } from "../missing/invoices";
import { JUDGE_SHAPES, LINE_SHAPES, type Shape, WHOLE_SHAPES } from "../model";
import type { Options } from "../options";
import { reliability } from "../scoring/calibration";
import { addScores } from "../scoring/score";
import type { SpeedResult } from "../speed/measure";
import { accuracyTable, autoTable, judgeTable, kindTable, reliabilityTable } from "./accuracy";
import { curveTable } from "./curves";
import { fittedTable, leaveOneOutTable } from "./leave-one-out";
import { absenceBuckets, absenceTable, invoiceTable } from "./missing";
import { judgePayoutTable, payoutTable } from "./payouts";
import { speedTable } from "./speed";
import { targetTable } from "./targets";

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
    sections.push(["Payouts with lines", accuracyTable(line), autoTable(line)]);
  }
  if (whole.length > 0) {
    sections.push(["Deposits without lines", accuracyTable(whole), autoTable(whole)]);
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
  if (absence.length > 0)
    sections.push(["Not in the books", ABSENCE, absenceTable(absence), absenceBuckets(absence)]);
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
  if (speed.length > 0) sections.push(["Speed and memory", SPEED, speedTable(speed)]);
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
  "A payout is _postable_ when every charge has its payments in the books and payments, fees, refunds and other lines add up to it, to the cent; large payouts rarely are, as one missing payment is enough. It is _untouched_ when the product would match all of it without a person. _Of these wrong_ counts untouched payouts with at least one wrong or missing link, _wrong links_ is per thousand links in them. _All lines proposed_ includes suggestions. _Decisions left_ is the mean number of lines without an automatic match in a postable payout that is not untouched. _Ceiling_ is the oracle's untouched share.";

const JUDGES =
  "Five more shapes, based on common bookkeeping practice and the input format, the first four by an author who had not seen the engine. They run on the judging seeds only. The first figures were taken blind (F1 84.7, 41.1, 96.3 and 88.2 %); their errors were then used to improve the engine (batches by terminal and shift, sales and tips recorded separately, periods and units in descriptions), so these figures are no longer blind. The author of lawfirm had read the engine; its first F1 was 94.6 %, and none of its errors has been looked at. Every seed is another company: the naming of customers, the dating, what lines print, and whether rows carry customer profiles at all, differ from seed to seed. The columns are those of the tables above, without the ceiling: the oracle does not count months, by which rents are told apart. Where the last table states it, it is too low for them.";

const LEAVE_ONE_OUT =
  "The probability from which a match is automatic was chosen on the tuning seeds, as the lowest at which at least 99.9 % of all automatic matches are right. Here it is refitted by the same rule, together with a calibration curve for pairs and one for sets (the product ships none), on the tuning seeds of all shapes and on those of all shapes but the one judged. The difference between the two is what knowing the shape is worth. The other parameters are set by hand as priors or estimated from the books at hand, and stay as shipped.";

const DEGRADATION =
  "Books of one shape, made harder in one respect at a time. _Rows without name_ and _rows without reference_ hit both sides. _Lag_ multiplies the days between line and payment, which takes payments out of the date window. _Rows per day_ puts several businesses of the shape into one ledger, with the same number of rows in all. A missing payment makes its payout unpostable; mostly small payouts remain, so the share of untouched ones may rise.";

const RELIABILITY =
  "Fifteen bins of equally many proposals, all shapes with lines together. A proposal is right when it is exactly one true group.";

const ABSENCE =
  "Of the lines (and deposits without lines) that stay open, how many have no payment in the books, and what was stated. _Sales lost_ removes all payments of a further 35 % of the sales; _complete books_ leaves out the lines that have no payment, so 0 % would be right. ECE over fifteen bins of equally many lines, as above; _by chance_ is the ECE that a perfect statement would show on so few lines.";

const INVOICES =
  "A tenth of the payments that explain one line each are replaced by an open invoice of the line's amount, 0 to 45 days older. The _plain rule_ takes the first line with the same name and amount.";

const SPEED =
  "One company with the four lines of business in one ledger, a quarter of the lines each. Each size runs on one thread in its own process, through the loader of the command line; median of three runs up to 10,000 lines, one run above. The baseline is a hash join on (currency, amount, date) over the same arrays with a plain `Map`, median and best of three. Memory is the peak of the process, which holds the generated rows before matching. The second table is what the steps of the method cost at least, as bare loops over typed arrays that compare no names: seconds by stage (best of three), how many hash joins that is, and how many times longer the engine takes.";

const EXPLANATIONS: readonly Section[] = [
  [
    "What is measured",
    "Generated books with a known truth. Each shape states its rates at the top of its file (`matching/bench/shapes/`); shared rates are in `rates.ts` and `lags.ts`. The rates are estimates, not measurements.",
    [
      "- **subscriptions**: five prices, hundreds of equal amounts a month, the same customers again every month, second seats on the same day.",
      "- **shop**: small orders at clustered prices with tax, partial refunds, some weeks booked as one payment a day.",
      "- **invoices**: large amounts, retainers, instalments, several charges in one payment, invoice numbers on either side.",
      "- **donations**: round amounts, many donors in many spellings, some anonymous.",
      "- **languages**: customers in fourteen languages and six scripts (Latin, Greek, Cyrillic, Arabic, Chinese, Japanese), often written in another script, spelling or order of names on either side; memos in the customer's language.",
      "- **orders**: about a thousand small orders a day at few prices, guests with only an address, a collective customer, order numbers on some rows, sums per card brand on some days, PayPal and cash in the books only.",
      "- **agencies**: people pay the invoices of firms, units of buildings and agencies' clients; the books name the firm, hardly an address, and date payments up to a month off.",
      "- **club**: families that share name and address renew within a few weeks at few equal dues; one line may cover up to twelve rows.",
      "- **payouts**: only the net total is known; the books hold single payments of one or some days, or of a batch.",
      "- **rents** (judge): a manager of several buildings; the same rents every month, couples, flatmates and parents who pay parts, customers by unit or by tenant, payments dated at the due date, at month's end, or once a week.",
      "- **counter** (judge): card terminals without customers; one receipt per day, brand, shift, terminal or weekend, with tips, cash and catering invoices between.",
      "- **imports** (judge): orders from an import tool, with order numbers buried in memos, names in capitals, cut or replaced by addresses, orders imported twice, tax apart, PayPal and gift cards in the books only, days moved by time zones.",
      "- **mixed** (judge): invoices, plans of equal price and walk-ins of one firm, entered by two bookkeepers of different habits.",
      "- **lawfirm** (judge): trust deposits of round amounts, bills paid in full, in parts, on plans or with a top-up in one charge; a customer for each matter in the books, mostly surname first; memos cut, receipts entered daily or on Fridays.",
      "- **statement**: bank lines in and out, checks, branch deposits, wire fees, cryptic descriptions, voided entries.",
    ].join("\n"),
    "All have noise: names misspelled, cut or missing, dates off by days or weeks, payments net of fees, transposed digits, payments missing on either side, cash and checks, refunds, disputes, fees, four currencies.",
  ],
  [
    "How it is counted",
    "Figures count pairs of a line (or whole deposit) and a payment. Interchangeable rows (same customer, amount and date, and for lines the same payout) count for each other, each once. _Exchanged_ are wrong automatic pairs whose lines and payments are all of one customer and one amount, in several payouts or on several days, and all matched automatically: the books are the same, the dates are not. _Auto coverage_ is the share of all true pairs that the engine matches correctly without a person. ECE (expected calibration error) is the mean gap between stated probability and observed share, over fifteen bins with the same number of proposals.",
    "The _plain rule_ is the baseline: in date order, each line takes the unused payment with the same gross amount and currency whose date is nearest, from 4 days before to 21 days after.",
  ],
  [
    "The ceiling",
    "An oracle estimates how much can be decided from the visible data. It knows the customer behind every name and address, sees every reference complete, receives all true sums and many-to-many groups, and takes rates, lags and frequencies from the truth. Belief propagation over all assignments gives the probability of each pair; the oracle proposes the set with the highest expected F1. It shares no code with the engine. The engine sees less and stays below the oracle except by chance: the oracle ignores that a customer's next charge is due and treats the facts of a row as independent. _Of decidable_ is the engine's F1 over the oracle's. The ceiling of auto coverage is the oracle's coverage at an expected precision of 99.9 %, which is slightly optimistic.",
  ],
  [
    "Size",
    "Up to 10,000 lines, lines per day are constant. Beyond that, lines per day grow with the fourth root of the size and the period with the rest, so equal amounts become denser slowly: 250,000 lines have 2.2 times the daily lines of 10,000 and 11 times the days.",
  ],
  [
    "How to run",
    "```\nnpm run bench:matching                                        # everything, judging seeds, writes this file\nnpm run bench:matching -- --seeds tuning --parts accuracy     # while working on the engine\nnpm run bench:matching -- --help\n```",
    "Tuning and judging use separate seeds: nothing in the engine is chosen by the judging seeds. Only a complete run on these writes this file.",
  ],
];
