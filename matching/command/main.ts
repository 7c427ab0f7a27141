import { counted } from "@/matching/command/counted";
import { HELP } from "./help";
import { InputError } from "./input/errors";
import { matchFiles } from "./match-files";
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
  const { result, warnings } = await matchFiles(options, progress, (stage) => {
    stopwatch.start(stage);
    progress.stage(stage);
  });
  const time = stopwatch.stop();
  progress.clear();
  const { format, explain } = options;
  const width = process.stdout.columns || 120;
  await print(report(result, { format, explain, time, width, warnings }));
  const { auto, suggested, lines } = result.stats;
  const stages = Object.entries(time).map(([stage, ms]) => `${stage} ${ms} ms`);
  progress.note(
    `${counted(lines, "line")}: ${auto} auto, ${suggested} suggested. ${stages.join(", ")}`,
  );
  if (format !== "table") for (const warning of warnings) progress.note(`Warning: ${warning}`);
}
