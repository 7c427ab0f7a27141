import { appendFile, readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { LEDGER } from "@/lib/providers/list";
import { type Scope, supervise } from "@/tools/process/supervise";
import { letGo, useFreshDatabase } from "../database";
import { writeSection } from "../report";
import { KILLS_PER_RUN, type Postings, SIDES_OF_POSTINGS } from "./kill/points";
import type { KillRun } from "./kill/run";
import { ledgerOf } from "./matrix/books";
import { type Cell, isGood, type Result, USER_ACTIONS } from "./matrix/faults";
import { killText, matrixSummary, matrixTables, postingKillText } from "./report";

const log = (line: string) => console.error(line);
const RUNS = 5;
const SMALLEST_RUNS = 1;

/** Parts of the matrix that the report has apart, by their ledger. */
const SECTIONS = [
  ["fault matrix", LEDGER],
  ["fault matrix in Xero", "xero"],
] as const;

/**
 * `npm run bench:reliability [-- matrix | kills | postings]`: all by default. Writes docs/reports/reliability.md.
 * `-- matrix --ledger xero` runs the cells of one ledger, which the report has apart. `--only "rows twice"` runs those
 * with that text in "call: fault", `--side "incomplete books"` those
 * of one scenario, `--once` those with a single fault, `--lasting` the others, `--every 4` each fourth of these; they
 * write nothing. `--results FILE` stores each cell's result and skips those that it has: a stopped run can be continued.
 * `--parallel 2`: so many at once. `--smallest`: one cell and one run of kills; nothing is written.
 */
export function main(args: string[]): Promise<number> {
  const { positionals: parts, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ledger: { type: "string", default: "" },
      only: { type: "string", default: "" },
      side: { type: "string", default: "" },
      once: { type: "boolean", default: false },
      lasting: { type: "boolean", default: false },
      every: { type: "string", default: "1" },
      parallel: { type: "string" },
      results: { type: "string" },
      smallest: { type: "boolean", default: false },
    },
  });
  return supervise(async (scope) => {
    await useFreshDatabase(scope, log);
    try {
      const wanted = (part: string) => parts.length === 0 || parts.includes(part);
      const matrix = wanted("matrix") ? await measureMatrix(values, scope) : true;
      const kills = wanted("kills") ? await measureKills(values) : true;
      const postings = wanted("postings") ? await measurePostingKills(values) : true;
      return matrix && kills && postings ? 0 : 1;
    } finally {
      await letGo();
    }
  });
}

interface Chosen {
  ledger: string;
  only: string;
  side: string;
  once: boolean;
  lasting: boolean;
  every: string;
  parallel?: string | undefined;
  results?: string | undefined;
  smallest: boolean;
}

async function measureMatrix(
  { ledger, only, side, once, lasting, every, parallel, results: path, smallest }: Chosen,
  { stopped }: Scope,
): Promise<boolean> {
  const { allCells, runCells } = await import("./matrix/run");
  const { sideOf } = await import("./matrix/cell");
  const all = allCells();
  const cells = all
    .filter(
      ({ call, fault, times }) =>
        `${call.name}: ${fault.name}`.includes(only) &&
        (ledger === "" || ledgerOf(sideOf(call)) === ledger) &&
        (side === "" || sideOf(call) === side) &&
        !(times === (fault.atLeast ?? 1) ? lasting : once),
    )
    .filter((_, index) => (smallest ? index === 0 : index % Number(every) === 0));
  const stored = path === undefined ? () => undefined : await storedResults(path);
  const left = cells.filter((cell) => !stored(cell));
  const started = performance.now();
  const atOnce = parallel === undefined ? undefined : Number(parallel);
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  const onResult = async (result: Result, done: number) => {
    // What a stop cut off says nothing.
    if (isStopped) return;
    if (path !== undefined) await storeResult(path, result);
    const { call, fault, times, fired, problem } = result;
    if (!isGood(result)) {
      log(`✗ ${call.name}: ${fault.name} (${times} wanted, ${fired} came)\n${problem ?? ""}`);
    }
    if (done % 20 === 0) log(`${done} of ${left.length} cells …`);
  };
  const ran = await runCells(left, onResult, atOnce);
  const found = new Map(left.map((cell, index) => [cell, ran[index]]));
  const results = cells.flatMap((cell) => stored(cell) ?? found.get(cell) ?? []);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`${matrixText(results)}\n\n${minutes} minutes`);
  for (const [section, of] of SECTIONS) {
    const isOf = ({ call }: Cell) => ledgerOf(sideOf(call)) === of;
    const own = results.filter(isOf);
    if (own.length === all.filter(isOf).length) await writeSection(section, matrixText(own));
  }
  return results.every(isGood);
}

const matrixText = (results: readonly Result[]) =>
  `${matrixSummary(results)}\n\n${matrixTables(results)}`;

async function measureKills({ smallest }: Chosen): Promise<boolean> {
  const { killAgainAndAgain } = await import("./kill/run");
  const seed = Date.now() % 1_000_000;
  const count = smallest ? SMALLEST_RUNS : RUNS;
  log(`Killing ${count * KILLS_PER_RUN} workers, seed ${seed} …`);
  const runs = await killAgainAndAgain(count, seed, ({ same, problem }, number) =>
    log(`run ${number} of ${count}: ${same ? "same" : `not the same\n${problem}`}`),
  );
  const text = killText(runs, seed);
  console.log(text);
  if (!smallest) await writeSection("kills", text);
  return runs.every(({ same }) => same);
}

async function measurePostingKills({ side: wanted, smallest }: Chosen): Promise<boolean> {
  const { killWhilePosting } = await import("./kill/run");
  const runs: [Postings, KillRun][] = [];
  const sides = SIDES_OF_POSTINGS.filter((side) => wanted === "" || side === wanted);
  for (const side of sides.slice(0, smallest ? 1 : undefined)) {
    log(`Killing the workers of a posting: ${side} …`);
    const run = await killWhilePosting(side);
    if (!run.same) log(`${side}: not the same\n${run.problem}`);
    runs.push([side, run]);
  }
  const text = postingKillText(runs);
  console.log(text);
  if (runs.length === SIDES_OF_POSTINGS.length) await writeSection("kills while posting", text);
  return runs.every(([, { same }]) => same);
}

const stored = z.object({
  call: z.string(),
  fault: z.string(),
  times: z.int(),
  same: z.boolean(),
  fired: z.int(),
  actions: z.array(z.enum(USER_ACTIONS)),
  problem: z.string().optional(),
});

const keyOf = (call: string, fault: string, times: number) => `${call}: ${fault} × ${times}`;

/**
 * Reads the results of earlier runs, failed ones too: one JSON object a line.
 * @param path may not exist yet.
 * @returns the result of a cell that has been run.
 */
async function storedResults(path: string): Promise<(cell: Cell) => Result | undefined> {
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const found = new Map(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => stored.parse(JSON.parse(line)))
      .map((each) => [keyOf(each.call, each.fault, each.times), each]),
  );
  return (cell) => {
    const known = found.get(keyOf(cell.call.name, cell.fault.name, cell.times));
    if (!known) return undefined;
    const { call: _, fault: __, problem, ...result } = known;
    return { ...cell, ...result, ...(problem !== undefined && { problem }) };
  };
}

/** Adds a result to the file. */
function storeResult(path: string, { call, fault, ...result }: Result): Promise<void> {
  return appendFile(path, `${JSON.stringify({ call: call.name, fault: fault.name, ...result })}\n`);
}
