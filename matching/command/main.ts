import { counted } from "@/matching/command/counted";
import type { DepositInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";
import { HELP } from "./help";
import { InputError } from "./input/errors";
import { loadDeposits, loadHistory, loadInvoices, loadPayments } from "./load";
import { type Options, readOptions, USAGE, UsageError } from "./options";
import { print } from "./output/print";
import { report } from "./output/report";
import { Progress } from "./progress";
import { Stopwatch } from "./stopwatch";

/** The engine on files. @returns the exit code: 0 done, 1 bad input, 2 wrong usage. */
export async function main(args: string[]): Promise<number> {
  const progress = new Progress(process.stderr);
  try {
    const options = readOptions(args);
    if (options) await run(options, progress);
    else await print([`${HELP}\n`]);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      progress.note(`${error.message}\nUsage: ${USAGE}`);
      return 2;
    }
    if (!(error instanceof InputError)) throw error;
    progress.note(error.message);
    return 1;
  }
}

async function run(options: Options, progress: Progress): Promise<void> {
  const stopwatch = new Stopwatch();
  stopwatch.start("read");
  const { deposits, payments, history, invoices } = await load(options, progress);
  const result = match(deposits, payments, {
    algorithm: options.algorithm,
    history,
    invoices,
    onStage(stage) {
      stopwatch.start(stage);
      progress.stage(stage);
    },
  });
  const time = stopwatch.stop();
  progress.clear();
  const { format, explain } = options;
  await print(report(result, { format, explain, time, width: process.stdout.columns || 120 }));
  const { auto, suggested, lines } = result.stats;
  const stages = Object.entries(time).map(([stage, ms]) => `${stage} ${ms} ms`);
  progress.note(
    `${counted(lines, "line")}: ${auto} auto, ${suggested} suggested. ${stages.join(", ")}`,
  );
}

async function load(options: Options, progress: Progress) {
  const { currency } = options;
  const note = (text: string) => progress.note(text);
  const onRows = (rows: number) => progress.count(rows);
  progress.reading(options.deposits);
  const deposits = await loadDeposits(options.deposits, currency, {
    form: options.depositsFormat,
    note,
    onRows,
  });
  note(`${options.deposits}: ${counted(deposits.length, "deposit")}, ${linesOf(deposits)}`);
  progress.reading(options.payments);
  const payments = await loadPayments(options.payments, currency, {
    form: options.paymentsFormat,
    note,
    onRows,
  });
  note(`${options.payments}: ${counted(payments.length, "payment")}`);
  const history = options.history ? await loadHistory(options.history, currency) : [];
  const invoices = options.invoices
    ? await loadInvoices(options.invoices, currency, { onRows })
    : [];
  if (options.invoices) note(`${options.invoices}: ${counted(invoices.length, "invoice")}`);
  return { deposits, payments, history, invoices };
}

function linesOf(deposits: DepositInput[]): string {
  let lines = 0;
  for (const deposit of deposits) lines += deposit.lines?.length ?? 0;
  return counted(lines, "line");
}
