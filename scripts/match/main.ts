import { once } from "node:events";
import { match } from "@/server/matching/match";
import { loadDeposits, loadHistory, loadPayments } from "./load";
import { HELP, type Options, readOptions, USAGE, UsageError } from "./options";
import { InputError } from "./read-rows";
import { report } from "./report";
import { Stopwatch } from "./stopwatch";

/** The engine on files. @returns the exit code: 0 done, 1 bad input, 2 wrong usage. */
export async function main(args: string[]): Promise<number> {
  try {
    const options = readOptions(args);
    if (!options) {
      await print([`${HELP}\n`]);
      return 0;
    }
    await run(options);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\nUsage: ${USAGE}`);
      return 2;
    }
    if (!(error instanceof InputError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function run(options: Options): Promise<void> {
  const { algorithm, currency, format, explain } = options;
  const stopwatch = new Stopwatch();
  stopwatch.start("read");
  const deposits = await loadDeposits(options.deposits, currency);
  const payments = await loadPayments(options.payments, currency);
  const history = options.history ? await loadHistory(options.history, currency) : [];
  console.error(`Read ${deposits.length} deposits and ${payments.length} payments; matching …`);
  const onStage = (stage: string) => stopwatch.start(stage);
  const result = match(deposits, payments, { algorithm, history, onStage });
  const time = stopwatch.stop();
  await print(report(result, { format, explain, time }));
  const { auto, suggested, lines } = result.stats;
  const stages = Object.entries(time).map(([stage, ms]) => `${stage} ${ms} ms`);
  console.error(`${lines} lines: ${auto} auto, ${suggested} suggested. ${stages.join(", ")}`);
}

const CHUNK = 64 * 1024;

/** Waits for the reader, so that nothing is lost in a pipe; a reader that leaves early is no error. */
async function print(parts: Iterable<string>): Promise<void> {
  const { stdout } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  let chunk = "";
  for (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK) continue;
    if (!stdout.write(chunk)) await once(stdout, "drain");
    chunk = "";
  }
  if (chunk !== "" && !stdout.write(chunk)) await once(stdout, "drain");
}
