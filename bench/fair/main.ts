import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulators } from "@/emulators/start";
import { type Scope, supervise } from "@/tools/process/supervise";
import { ensureBuild } from "@/tools/product/build";
import { letGo, startDurableDatabase } from "../database";
import { webInstance, workerInstance } from "../load/instances";
import { untilQuiet } from "../load/jobs";
import { startEmulatorProcess, startProgram } from "../processes";
import { readSmallest, writeReport } from "../report";
import { type Companies, prepareCompanies } from "./companies";
import { DAYS, type DayName } from "./days";
import { type Answers, type Phase, STAGES } from "./greed";
import { type Measured, type MeasuredStage, misses, render } from "./report";
import type { Visited } from "./visitor";

const DEFAULT_SECONDS = 20;
const WARM_UP_SECONDS = 15;

interface Size {
  /** Of each phase. */
  seconds: number;
  warmUpSeconds: number;
  /** The books are divided by this. */
  divisor: number;
}

const SMALLEST: Size = { seconds: 1, warmUpSeconds: 1, divisor: 4 };
/** Between phases, what the last one asked for comes to its end. */
const REST_SECONDS = 3;

const log = (line: string) => console.error(line);

/**
 * `npm run bench:fair`: one company asks for all that it can, another one works. Writes docs/reports/fair.md.
 * `-- --seconds N` for another length writes nothing, `-- --smallest` writes nothing and judges no time.
 * @returns the exit code: 1 when the other company had an error, or its p99 more than doubled
 */
export function main(args: string[]): Promise<number> {
  const { smallest, rest } = readSmallest(args);
  const size = smallest
    ? SMALLEST
    : { seconds: secondsOf(rest), warmUpSeconds: WARM_UP_SECONDS, divisor: 1 };
  return supervise(async (scope) => {
    await ensureBuild(scope, log);
    await startDurableDatabase(scope, log);
    const emulators = await startEmulatorProcess(scope);
    Object.assign(process.env, emulators.env);
    try {
      const stages = await measureAll(scope, emulators, size);
      const text = render(stages, size.seconds);
      console.log(`\n${text}`);
      if (smallest) return stages.some(hasErrors) ? 1 : 0;
      if (size.seconds === DEFAULT_SECONDS) {
        await writeReport("fair.md", document(text));
      }
      return stages.flatMap(misses).length === 0 ? 0 : 1;
    } finally {
      await letGo();
    }
  });
}

function hasErrors({ stage, alone, phases }: MeasuredStage): boolean {
  const judged = stage.reportOnly ? [alone] : [alone, ...phases];
  return judged.some(({ visited }) => visited.all.failed > 0);
}

function secondsOf([flag, value]: string[]): number {
  if (flag === undefined) return DEFAULT_SECONDS;
  const seconds = Number(value);
  if (flag === "--seconds" && Number.isInteger(seconds) && seconds > 0) return seconds;
  throw new Error("The only option is --seconds with a whole number above 0.");
}

async function measureAll(
  scope: Scope,
  emulators: Emulators,
  { seconds, warmUpSeconds, divisor }: Size,
): Promise<MeasuredStage[]> {
  const web = await webInstance(scope, "web", { log });
  const worker = workerInstance(scope, "worker", { log });
  // The worker creates the queue, and a web process is not ready without one.
  await worker.start();
  await web.start();
  const companies = await prepareCompanies(web.url, { emulators, divisor, log });
  await untilQuiet();
  const nextShare = shares(companies);
  const measureOne = async (day: DayName, phase: Phase | null, length: number) => {
    const measured = await measure(scope, { ...nextShare(day), day, phase, seconds: length });
    await sleep(REST_SECONDS * 1000);
    return measured;
  };
  const stages: MeasuredStage[] = [];
  for (const stage of STAGES) {
    const { day, phases, times = 1 } = stage;
    log(`A visitor ${DAYS[day].about}. Warming up for ${warmUpSeconds} s …`);
    await measureOne(day, null, warmUpSeconds);
    log("nothing else");
    const alone = await measureOne(day, null, seconds);
    const measured: Measured[] = [];
    for (const phase of phases) {
      log(phase.name);
      measured.push(await measureOne(day, phase, seconds * times));
    }
    stages.push({ stage, alone, phases: measured });
  }
  await web.stop();
  await worker.stop();
  return stages;
}

/** What each of the bookkeeper's measured times decides is its own. */
function shares({ greedy, visits }: Companies): (day: DayName) => Companies {
  const bookkeeping = STAGES.filter(({ day }) => day === "bookkeeping");
  const count = bookkeeping.reduce((sum, { phases }) => sum + phases.length + 2, 0);
  let next = 0;
  return (day) => {
    if (day !== "bookkeeping") return { greedy, visits };
    const share = next++;
    const part = (ids: number[]) => ids.filter((_, index) => index % count === share);
    const { pending, suggested } = visits.bookkeeping;
    const own = { ...visits.bookkeeping, pending: part(pending), suggested: part(suggested) };
    return { greedy, visits: { ...visits, bookkeeping: own } };
  };
}

interface Order extends Companies {
  day: DayName;
  phase: Phase | null;
  seconds: number;
}

async function measure(
  scope: Scope,
  { day, phase, seconds, visits, greedy }: Order,
): Promise<Measured> {
  let isOver = false;
  const answers: Answers = new Map();
  const visitor = await startProgram(scope, new URL("visitor-process.ts", import.meta.url));
  const begun = once(visitor, "message");
  visitor.send({ ...visits[day], day });
  await begun;
  const visited = once(visitor, "message");
  const greed = phase?.run({ ...greedy, seconds }, answers, () => isOver);
  await sleep(seconds * 1000);
  visitor.send("stop");
  const [result] = (await visited) as [Visited];
  isOver = true;
  const note = (await greed) ?? "";
  return { name: phase?.name ?? "nothing", visited: result, answers, note };
}

function document(text: string): string {
  return `# Measured: fairness

\`npm run bench:fair\` writes this file; do not edit it. One web process and one worker of the production build, PostgreSQL, the
emulators and all companies share one machine. A visitor works, each request after the answer to the last one, while another
company, or a stranger, asks for as much as it can.

${text}
`;
}
