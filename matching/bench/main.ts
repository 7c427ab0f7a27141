import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toDecimal } from "@/lib/money";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import { type Accuracy, measureAccuracy } from "./accuracy";
import { measureCurves, type ShapeCurves } from "./curves";
import { generate } from "./generate";
import { type LeftOut, measureLeaveOneOut } from "./leave-one-out";
import {
  type AbsenceCalibration,
  type InvoiceScore,
  measureAbsence,
  measureInvoices,
} from "./missing";
import { type Dataset, LINE_SHAPES, type LineShape } from "./model";
import { HELP, type Options, type Part, readOptions, UsageError } from "./options";
import { measurePublic, type PublicResults } from "./public/measure-public";
import { document, measured, plots, render } from "./report/document";
import { measureInChild, measureSpeed, type SpeedResult } from "./speed/measure";

const REPORTS = fileURLToPath(new URL("../../docs/reports", import.meta.url));

/** @returns the exit code: 0 done, 1 a size could not be measured, 2 wrong usage */
export async function main(args: string[]): Promise<number> {
  try {
    const options = readOptions(args);
    if (options) return await run(options);
    console.log(HELP);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${HELP}`);
    return 2;
  }
}

async function run(options: Options): Promise<number> {
  if (options.measure !== null) {
    process.send?.(measureSpeed(options.measure));
    return 0;
  }
  if (options.dump !== null) {
    await dumpFirst(options, options.dump);
    return 0;
  }
  const { parts, sizes } = options;
  const accuracy = runAccuracy(options);
  const absence = runAbsence(options);
  const invoices = runInvoices(options);
  const leftOut = runLeaveOneOut(options);
  const curves = runCurves(options);
  const others = await runPublic(options);
  const speed = await runSpeed(options);
  const sections = measured({ accuracy, absence, invoices, leftOut, curves, others, speed });
  console.log(render(sections));
  const failed = parts.includes("speed") && speed.length < sizes.length;
  if (options.seedSet === "report" && !failed) {
    const today = new Date().toISOString().slice(0, 10);
    await writeFile(join(REPORTS, "matching.md"), document(sections, options, today));
    for (const { name, svg } of plots({ accuracy, curves })) {
      await writeFile(join(REPORTS, name), svg);
    }
    progress("docs/reports/matching.md and its plots written");
  }
  return failed ? 1 : 0;
}

const SECONDS_PER_MINUTE = 60;

/** Says what begins, and how long the run has taken so far. */
function progress(what: string): void {
  const seconds = Math.round(process.uptime());
  const minutes = Math.floor(seconds / SECONDS_PER_MINUTE);
  const rest = String(seconds % SECONDS_PER_MINUTE).padStart(2, "0");
  console.error(`${minutes}:${rest}  ${what}`);
}

/** One result per shape; none unless the part runs. */
function overShapes<Name extends string, Result>(
  { parts }: Options,
  { part, what, shapes }: { part: Part; what: string; shapes: readonly Name[] },
  measure: (shape: Name) => Result,
): Result[] {
  if (!parts.includes(part)) return [];
  return shapes.map((shape, i) => {
    progress(`${what}: ${shape} (${i + 1} of ${shapes.length}) …`);
    return measure(shape);
  });
}

function runAccuracy(options: Options): Accuracy[] {
  const { shapes } = options;
  return overShapes(options, { part: "accuracy", what: "accuracy", shapes }, (shape) =>
    measureAccuracy(shape, options),
  );
}

function runAbsence(options: Options): AbsenceCalibration[] {
  const { shapes } = options;
  return overShapes(options, { part: "missing", what: "not in the books", shapes }, (shape) =>
    measureAbsence(shape, options),
  );
}

function runInvoices(options: Options): InvoiceScore[] {
  const shapes = lineShapes(options);
  return overShapes(options, { part: "missing", what: "open invoices", shapes }, (shape) =>
    measureInvoices(shape, options),
  );
}

function runLeaveOneOut(options: Options): LeftOut[] {
  if (!options.parts.includes("leave-one-out")) return [];
  const { seeds, lines } = options;
  progress("fitting parameters on the tuning seeds …");
  return measureLeaveOneOut({
    shapes: lineShapes(options),
    seeds,
    lines,
    onShape: (shape) => progress(`left out: ${shape} …`),
  });
}

function runCurves(options: Options): ShapeCurves[] {
  const { curves: shapes, lines, seeds } = options;
  return overShapes(options, { part: "curves", what: "degradation", shapes }, (shape) =>
    measureCurves({ shape, seeds, lines }),
  );
}

async function runPublic({ parts, publicFolders }: Options): Promise<PublicResults | null> {
  if (!parts.includes("public")) return null;
  progress("public data …");
  return await measurePublic(publicFolders);
}

function lineShapes({ shapes }: Options): LineShape[] {
  return LINE_SHAPES.filter((shape) => shapes.includes(shape));
}

async function runSpeed({ parts, sizes }: Options): Promise<SpeedResult[]> {
  const results: SpeedResult[] = [];
  if (!parts.includes("speed")) return results;
  for (const size of sizes) {
    progress(`speed: ${size} lines …`);
    const result = await measureInChild(process.argv[1] ?? "", size);
    if (result) results.push(result);
    else console.error(`${size} lines: the process ended without a result`);
  }
  return results;
}

async function dumpFirst({ shapes, seeds, lines }: Options, folder: string): Promise<void> {
  const [shape] = shapes;
  const [seed] = seeds;
  if (shape === undefined || seed === undefined) throw new UsageError("nothing to dump");
  await dump(generate({ shape, seed, lines }), folder);
  console.error(`${shape}, seed ${seed}, written to ${folder}`);
}

/** Writes a data set as the engine's command line reads it, and the truth beside it. */
export async function dump(dataset: Dataset, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { deposits, payments, truth } = dataset;
  const write = (name: string, rows: unknown[]) =>
    writeFile(join(folder, name), `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
  await write("deposits.json", deposits.map(depositRow));
  await write("payments.json", payments.map(paymentRow));
  await write("truth.json", truth.groups);
}

function depositRow({ amount, lines, ...deposit }: DepositInput) {
  const { currency } = deposit;
  return {
    ...deposit,
    amount: toDecimal(amount, currency),
    ...(lines ? { lines: lines.map((line) => lineRow(line, currency)) } : {}),
  };
}

function lineRow({ amount, fee, net, ...line }: LineInput, currency: string) {
  return {
    ...line,
    amount: toDecimal(amount, currency),
    ...(fee === undefined ? {} : { fee: toDecimal(fee, currency) }),
    ...(net === undefined ? {} : { net: toDecimal(net, currency) }),
  };
}

/** QuickBooks' names; absent fields stay absent. */
function paymentRow(payment: PaymentInput) {
  const { id, date, amount, currency, customerName, email, reference, note, type } = payment;
  return {
    Id: id,
    TxnDate: date,
    TotalAmt: toDecimal(amount, currency),
    currency,
    CustomerName: customerName,
    Email: email,
    PaymentRefNum: reference,
    PrivateNote: note,
    TxnType: type,
  };
}
