import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulators } from "@/emulators/start";
import { createSale } from "@/tests/support/emulators";
import { type Scope, supervise } from "@/tools/process/supervise";
import { ensureBuild } from "@/tools/product/build";
import { type Call, caller, connectCompany, insist, signUp } from "../client";
import { letGo, startDurableDatabase } from "../database";
import { webInstance, workerInstance } from "../load/instances";
import { untilQuiet } from "../load/jobs";
import { startEmulatorProcess, startProgram } from "../processes";
import { readSmallest, writeReport } from "../report";
import { addUsers, type Fill, fillCompany, reallyPosted } from "./books";
import { type Answers, type Greedy, PHASES, type Phase } from "./greed";
import { isFair, type Measured, render } from "./report";
import type { Visit, Visited } from "./visitor";

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
const UNDONE_SALES = 20;
/** One that the engine is not sure of at all may be left. */
const ENOUGH_POSTED = 15;
const POSTED_WITHIN_MS = 120_000;
/** Names that have no word in common. */
const FIRST =
  "Ada Ben Cleo Dov Eve Finn Gia Hugo Ivy Jack Kira Liam Maya Noah Olga Paul Quinn Rosa Sam Tess".split(
    " ",
  );
const LAST =
  "Abel Brandt Coyle Dunn Ennis Frost Gould Hale Irwin Joyce Kemp Lodge Marsh Nolan Orr Pike Quill Rowe Shaw Tate".split(
    " ",
  );

const log = (line: string) => console.error(line);

const UNIQUE = { deposits: 1_200, linesEach: 1, gross: "5000 + n * 37", hasNames: true };
const VISITED: Fill[] = [
  { name: "pending", status: "pending", ...UNIQUE, deposits: 420 },
  { name: "suggested", status: "suggested", ...UNIQUE, deposits: 420, gross: "50019 + n * 37" },
  { name: "posted", status: "posted", ...UNIQUE },
];
const FEW: Fill[] = [
  {
    ...{ name: "few", status: "pending", deposits: 260, linesEach: 10, hasNames: false },
    gross: "1000 * (1 + n % 5)",
  },
  {
    ...{ name: "posted", status: "posted", deposits: 10_000, linesEach: 1, hasNames: true },
    gross: "5000 + n",
  },
];
const EQUAL: Fill[] = [
  {
    ...{ name: "equal", status: "pending", deposits: 2_000, linesEach: 1, hasNames: false },
    gross: "5000",
  },
];

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
      const [alone, ...phases] = await measureAll(scope, emulators, size);
      if (!alone) throw new Error("nothing was measured");
      const text = render(alone, phases, size.seconds);
      console.log(`\n${text}`);
      if (smallest) return [alone, ...phases].some(({ visited }) => visited.all.failed > 0) ? 1 : 0;
      if (size.seconds === DEFAULT_SECONDS) {
        await writeReport("fair.md", document(text));
      }
      return isFair(alone, phases) ? 0 : 1;
    } finally {
      await letGo();
    }
  });
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
): Promise<Measured[]> {
  const part = (fills: readonly Fill[]) =>
    fills.map((fill) => ({ ...fill, deposits: Math.ceil(fill.deposits / divisor) }));
  const web = await webInstance(scope, "web", { log });
  const worker = workerInstance(scope, "worker", { log });
  // The worker creates the queue, and a web process is not ready without one.
  await worker.start();
  await web.start();
  log("Writing the books …");
  const visitor = await signUp(web.url, "fair");
  const own = await fillCompany(visitor.username, part(VISITED));
  const visits: Visit = {
    ...{ url: web.url, ...visitor },
    ...{ pending: own.pending ?? [], suggested: own.suggested ?? [] },
  };
  const greedy = await prepareGreedy(web.url, emulators, part);
  await untilQuiet();
  const rounds = PHASES.length + 2;
  const share = (round: number): Visit => ({
    ...visits,
    pending: visits.pending.filter((_, index) => index % rounds === round),
    suggested: visits.suggested.filter((_, index) => index % rounds === round),
  });
  log(`Warming up for ${warmUpSeconds} s …`);
  await measure(scope, share(0), null, greedy, warmUpSeconds);
  const measured: Measured[] = [];
  for (const [index, phase] of [null, ...PHASES].entries()) {
    log(phase?.name ?? "nothing else");
    measured.push(await measure(scope, share(index + 1), phase, greedy, seconds));
    await sleep(REST_SECONDS * 1000);
  }
  await web.stop();
  await worker.stop();
  return measured;
}

async function measure(
  scope: Scope,
  visits: Visit,
  phase: Phase | null,
  greedy: Greedy,
  seconds: number,
): Promise<Measured> {
  let isOver = false;
  const answers: Answers = new Map();
  const greed = phase?.run(greedy, answers, () => isOver);
  const visitor = await startProgram(scope, new URL("visitor-process.ts", import.meta.url));
  const visited = once(visitor, "message");
  visitor.send(visits);
  await sleep(seconds * 1000);
  visitor.send("stop");
  const [result] = (await visited) as [Visited];
  isOver = true;
  await greed;
  return { name: phase?.name ?? "nothing", visited: result, answers };
}

async function prepareGreedy(
  url: string,
  emulators: Emulators,
  part: (fills: readonly Fill[]) => Fill[],
): Promise<Greedy> {
  const few = await signUp(url, "fair");
  const { few: open = [] } = await fillCompany(few.username, part(FEW));
  const equalOne = await signUp(url, "fair");
  await fillCompany(equalOne.username, part(EQUAL));
  log("Posting what will be undone …");
  for (let sale = 0; sale < UNDONE_SALES; sale += 1) {
    await createSale(emulators, 10_000 + sale * 1_370, `${FIRST[sale]} ${LAST[sale]}`);
  }
  // Connecting begins to sync, so the sales come before it.
  const connectedToken = await connectCompany(url, emulators);
  const call = caller(url, connectedToken);
  await insist(call, "POST", "/qb/sync-payments/?wait=60");
  await insist(call, "POST", "/stripe/save-payouts/?wait=60");
  const posted = await untilPosted(call);
  return {
    ...{ url, emulators, open, posted, connectedToken },
    ...{ token: few.token, equalToken: equalOne.token },
    sessions: await addUsers(few.username, 10, 5),
  };
}

/** The engine, the worker and QuickBooks' limits take their time. @returns the deposits */
async function untilPosted(call: Call): Promise<number[]> {
  const deadline = Date.now() + POSTED_WITHIN_MS;
  for (;;) {
    await untilQuiet();
    await confirmAll(call);
    const posted = await reallyPosted();
    if (posted.length >= ENOUGH_POSTED) return posted;
    if (Date.now() > deadline) throw new Error(`only ${posted.length} sales were posted`);
    await sleep(1_000);
  }
}

/** What the engine is not sure of. */
async function confirmAll(call: Call): Promise<void> {
  const list = "/qb/deposit-status/?page=1&page_size=100&status=Suggested";
  const { deposits } = (await insist(call, "GET", list)) as { deposits: { id: number }[] };
  if (deposits.length === 0) return;
  const body = { deposit_ids: deposits.map(({ id }) => id), decision: "confirm" };
  await insist(call, "POST", "/qb/decide-suggestions/", body);
}

function document(text: string): string {
  return `# Measured: fairness

\`npm run bench:fair\` writes this file; do not edit it. One web process and one worker of the production build, PostgreSQL, the
emulators and both companies share one machine. A bookkeeper signs in, lists, opens, auto-matches one deposit and confirms one,
each request after the answer to the last one, while another company asks for as much as it can.

${text}
`;
}
