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
import { type Dataset, LINE_SHAPES } from "./model";
import { HELP, isComplete, type Options, readOptions, UsageError } from "./options";
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
  const accuracy = parts.includes("accuracy") ? runAccuracy(options) : [];
  const absence = parts.includes("missing") ? runAbsence(options) : [];
  const invoices = parts.includes("missing") ? runInvoices(options) : [];
  const leftOut = parts.includes("leave-one-out") ? runLeaveOneOut(options) : [];
  const curves = parts.includes("curves") ? runCurves(options) : [];
  const speed = parts.includes("speed") ? await runSpeed(options) : [];
  const sections = measured({ accuracy, absence, invoices, leftOut, curves, speed });
  console.log(render(sections));
  const failed = parts.includes("speed") && speed.length < sizes.length;
  if (isComplete(options) && !failed) {
    const today = new Date().toISOString().slice(0, 10);
    await writeFile(join(REPORTS, "matching.md"), document(sections, options, today));
    for (const { name, svg } of plots({ accuracy, curves })) {
      await writeFile(join(REPORTS, name), svg);
    }
    console.error("docs/reports/matching.md and its plots written");
  }
  return failed ? 1 : 0;
}

function runAccuracy({ shapes, seeds, lines }: Options): Accuracy[] {
  return shapes.map((shape) => {
    console.error(`${shape}, seeds ${seeds.join(", ")} …`);
    return measureAccuracy(shape, { seeds, lines });
  });
}

function runAbsence({ shapes, seeds, lines }: Options): AbsenceCalibration[] {
  return shapes.map((shape) => {
    console.error(`payments not in the books, ${shape} …`);
    return measureAbsence(shape, { seeds, lines });
  });
}

function runInvoices({ shapes, seeds, lines }: Options): InvoiceScore[] {
  return LINE_SHAPES.filter((shape) => shapes.includes(shape)).map((shape) => {
    console.error(`open invoices, ${shape} …`);
    return measureInvoices(shape, { seeds, lines });
  });
}

function runLeaveOneOut({ shapes, seeds, lines }: Options): LeftOut[] {
  console.error("fitting parameters on the tuning seeds …");
  return measureLeaveOneOut({
    shapes: LINE_SHAPES.filter((shape) => shapes.includes(shape)),
    seeds,
    lines,
    onShape: (shape) => console.error(`${shape} left out …`),
  });
}

function runCurves({ curves, seeds, lines }: Options): ShapeCurves[] {
  return curves.map((shape) => {
    console.error(`degradation curves of ${shape} …`);
    return measureCurves({ shape, seeds, lines });
  });
}

async function runSpeed({ sizes }: Options): Promise<SpeedResult[]> {
  const results: SpeedResult[] = [];
  for (const size of sizes) {
    console.error(`${size} lines …`);
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
