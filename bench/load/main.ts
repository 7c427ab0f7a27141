import { supervise } from "@/tools/process/supervise";
import { runLoad } from "../api/load";
import type { Connected } from "./connected";
import { measureFloor } from "./floor";
import { largestTables } from "./jobs";
import { readOptions } from "./options";
import { plansText } from "./plans";
import { loadText, tablesText } from "./report";
import { type Round, runRound } from "./round";
import { writeSection } from "./section";
import { main as measureStreams } from "./streams/main";
import { withCompanies } from "./with-companies";

const log = (line: string) => console.error(line);
const TABLES = 8;

/**
 * `npm run bench:load`: the capacity of one web process, and the gain from a second one. Writes
 * docs/reports/load.md when run at full size.
 * @returns the exit code: 1 when a request or a job failed
 */
export async function main(args: string[]): Promise<number> {
  // A bare load in a separate process, for comparison.
  if (args[0] === "--load") {
    const result = await runLoad(JSON.parse(args[1] ?? ""));
    await new Promise((resolve) => process.send?.(result, resolve));
    return 0;
  }
  if (args[0] === "--streams") return measureStreams(args.slice(1));
  const options = readOptions(args);
  return supervise((scope) =>
    withCompanies(scope, options, log, async ({ companies, sandbox }) => {
      const floor = await measureFloor(scope, options.connections);
      const rounds: Round[] = [];
      let connected: Connected | undefined;
      for (const [index, instances] of options.webs.entries()) {
        log(`${instances} web, 1 worker: ${options.warmUpSeconds} + ${options.seconds} s …`);
        const round = await runRound(scope, {
          ...{ instances, options, companies, sandbox, connected, log },
          round: index,
          rounds: options.webs.length,
        });
        connected = round.connected;
        rounds.push(round);
      }
      const text = loadText(options, floor, rounds, new Date().toISOString().slice(0, 10));
      const tables = tablesText(await largestTables(TABLES));
      const plans = await plansText(companies);
      for (const part of [text, tables, plans]) console.log(`\n${part}`);
      if (options.write) {
        await writeSection("load", text);
        await writeSection("tables", tables);
        await writeSection("plans", plans);
        log("docs/reports/load.md written");
      }
      return rounds.every(isClean) ? 0 : 1;
    }),
  );
}

function isClean({ traffic, jobs, sold, postedOnce }: Round): boolean {
  const failed = traffic.kinds.some((kind) => kind.failed > 0) || jobs.failed > 0;
  return !failed && sold === postedOnce;
}
