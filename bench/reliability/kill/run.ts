import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Emulators, startEmulators } from "@/emulators/start";
import { sourceProviders } from "@/lib/providers/list";
import { adminDb } from "@/tests/support/admin-db";
import { clearFaults, control } from "@/tests/support/emulators";
import { seeded } from "../../random";
import { type Incomplete, ledgerOf, seedBooks, seedIncomplete } from "../matrix/books";
import { callOf } from "../matrix/calls";
import { differences, ownRealm } from "../matrix/cell";
import { withEmulators } from "../matrix/cell-providers";
import { outcomeOf } from "../matrix/outcome";
import { Person, planMissing } from "../matrix/person";
import {
  drawPoints,
  holding,
  type KillPoint,
  ORDER,
  type Postings,
  postingPoints,
  type Stage,
  stageName,
} from "./points";
import { seedBothSides, Workers } from "./workers";

/** A worker dies right after an answer only when that is seen at once; everything else stays as it is found. */
const POLL_MS = { answer: 5, state: 50 };
const GIVE_UP_AFTER_MS = 900_000;

export interface KillRun {
  kills: KillPoint[];
  same: boolean;
  problem?: string;
}

/**
 * One company from the first connection to the last posting, with worker processes killed at `points`.
 * Without points it is the undisturbed run.
 */
async function walk(points: readonly KillPoint[]) {
  const emulators = await startEmulators({ company: "empty", seed: 3, realmId: ownRealm() });
  const workers = new Workers({ ...process.env, ...emulators.env });
  try {
    return await withEmulators(emulators, async () => {
      await seedBothSides(emulators);
      const person = await Person.arrive(emulators);
      for (const stage of ORDER) {
        await enter(stage, person);
        for (const point of points) {
          if (point.stage === stage) await dieAt(point, emulators, workers);
        }
      }
      workers.start();
      await until("everything is done", () => isQuiet(person.ctx.companyId));
      return await outcomeOf(emulators, person.ctx.companyId);
    });
  } finally {
    await workers.end();
    await emulators.close();
  }
}

/** A user's steps before a stage can begin: nothing is posted until accounts are chosen. */
async function enter(stage: Stage, person: Person): Promise<void> {
  if (stage !== "posting") return person.connect(stage);
  return person.choose(sourceProviders().map(({ id }) => id));
}

/**
 * One company whose books lack payments, or are in Xero: everything is read and decided, then the posting is killed at
 * `points`. A point whose call doesn't come any more is left out.
 */
async function walkPosting(side: Postings, points: readonly KillPoint[]) {
  // Books of its own in Xero too, whose ids come from the seed: what another company posts there is waited for.
  const seed = randomInt(1_000_000_000);
  const emulators = await startEmulators({ company: "empty", seed, realmId: ownRealm() });
  const workers = new Workers({ ...process.env, ...emulators.env });
  const reached: KillPoint[] = [];
  try {
    return await withEmulators(emulators, async () => {
      const decide = await prepare[side](emulators);
      const person = await Person.arrive(emulators, ledgerOf(side));
      const { companyId } = person.ctx;
      await person.connect("stripe");
      await person.connect(person.ledger);
      await decide(person, workers);
      const release = await holdAllButOne(companyId);
      for (const point of points) {
        if (await dieOrRest(point, emulators, workers, companyId)) reached.push(point);
      }
      await release();
      workers.start();
      await until("everything is done", () => isQuiet(companyId));
      return { outcome: await outcomeOf(emulators, companyId), reached };
    });
  } finally {
    await workers.end();
    await emulators.close();
  }
}

const prepareIncomplete = (side: Incomplete) => async (emulators: Emulators) => {
  const completing = await seedIncomplete(emulators, side);
  return async (person: Person, workers: Workers) => {
    await workUntilQuiet(person, workers);
    await person.choose(["stripe"]);
    await planMissing(person.ctx, completing);
  };
};

/** Seeds the books. @returns the decisions of the person, after which postings wait and no worker runs. */
const prepare: Record<
  Postings,
  (emulators: Emulators) => Promise<(person: Person, workers: Workers) => Promise<void>>
> = {
  "incomplete books": prepareIncomplete("incomplete books"),
  "incomplete books in Xero": prepareIncomplete("incomplete books in Xero"),
  "books in Xero": async (emulators) => {
    await seedBooks(emulators, "books in Xero");
    return async (person, workers) => {
      const { companyId } = person.ctx;
      await adminDb().companySettings.update({ where: { companyId }, data: { autoPost: false } });
      await person.choose(["stripe"]);
      await workUntilQuiet(person, workers);
    };
  },
};

async function workUntilQuiet({ ctx }: Person, workers: Workers): Promise<void> {
  workers.start();
  await until("everything is read", () => isQuiet(ctx.companyId));
  await workers.kill();
}

/** While a worker waits at a point with one posting, it could finish the others, which would never reach theirs. */
async function holdAllButOne(companyId: string): Promise<() => Promise<unknown>> {
  const waiting = await adminDb().posting.findMany({
    where: { companyId, state: { in: ["queued", "held"] } },
    orderBy: { id: "asc" },
  });
  const [first, ...others] = waiting.map(({ id }) => id);
  const update = (ids: (string | undefined)[], state: "queued" | "held") =>
    adminDb().posting.updateMany({
      where: { id: { in: ids.flatMap((id) => id ?? []) } },
      data: { state },
    });
  await update(others, "held");
  await update([first], "queued");
  return () => update(others, "queued");
}

/** @returns false when the company came to rest before the call. */
async function dieOrRest(
  point: KillPoint,
  emulators: Emulators,
  workers: Workers,
  companyId: string,
): Promise<boolean> {
  const fault = holding(point);
  if (!fault || (await isQuiet(companyId))) return false;
  await control(emulators, "/faults", fault);
  workers.start();
  const isHeld = async () => (await faultsLeft(emulators)) === 0;
  const what = `posting: ${point.call}, ${point.moment}`;
  await until(what, async () => (await isHeld()) || (await isQuiet(companyId)));
  const held = await isHeld();
  await workers.kill();
  await letClaimsRunOut();
  if (!held) await clearFaults(emulators);
  return held;
}

async function dieAt(point: KillPoint, emulators: Emulators, workers: Workers): Promise<void> {
  const fault = holding(point);
  const before = await callsLike(point, emulators);
  if (fault) await control(emulators, "/faults", fault);
  workers.start();
  const what = `${stageName(point.stage)}: ${point.call}, ${point.moment}`;
  if (fault) await until(what, async () => (await faultsLeft(emulators)) === 0);
  else await until(what, async () => (await callsLike(point, emulators)) > before, POLL_MS.answer);
  await workers.kill();
  await letClaimsRunOut();
}

async function faultsLeft(emulators: Emulators): Promise<number> {
  const { faults } = await (await fetch(`${emulators.control.url}/faults`)).json();
  return faults.length;
}

async function callsLike({ call }: KillPoint, emulators: Emulators): Promise<number> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter((each: Parameters<typeof callOf>[0]) => callOf(each)?.name === call)
    .length;
}

/** Expires a dead worker's claims, which would take some seconds. */
async function letClaimsRunOut(): Promise<void> {
  const long = new Date(Date.now() - 3_600_000);
  await adminDb().syncRun.updateMany({
    where: { state: "running" },
    data: { heartbeatAt: long },
  });
  await adminDb().posting.updateMany({
    where: { state: "sending" },
    data: { heartbeatAt: long },
  });
}

async function isQuiet(companyId: string): Promise<boolean> {
  const [row] = await adminDb().$queryRaw<{ left: number }[]>`
    SELECT ((SELECT count(*) FROM sync_runs
        WHERE company_id = ${companyId}::uuid AND state IN ('queued', 'running'))
      + (SELECT count(*) FROM companies WHERE id = ${companyId}::uuid
        AND match_requested_at > coalesce(matched_at, '-infinity'))
      + (SELECT count(*) FROM postings
        WHERE company_id = ${companyId}::uuid AND state IN ('queued', 'sending')))::int AS left`;
  return row?.left === 0;
}

async function until(
  what: string,
  isSo: () => Promise<boolean>,
  pollMs = POLL_MS.state,
): Promise<void> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await delay(pollMs);
  }
}

/** Kills workers in `runs` runs, at points that `seed` selects, and compares with an undisturbed run. */
export async function killAgainAndAgain(
  runs: number,
  seed: number,
  onRun: (run: KillRun, number: number) => void = () => undefined,
): Promise<KillRun[]> {
  const random = seeded(seed);
  const expected = await walk([]);
  const results: KillRun[] = [];
  for (let number = 1; number <= runs; number += 1) {
    const kills = drawPoints(random);
    const found = await walk(kills);
    const same = isDeepStrictEqual(found, expected);
    const run = { kills, same, ...(!same && { problem: differences(expected, found) }) };
    results.push(run);
    onRun(run, number);
  }
  return results;
}

/** Kills the worker at every call of a posting, before and after it is processed. */
export async function killWhilePosting(side: Postings): Promise<KillRun> {
  const { outcome: expected } = await walkPosting(side, []);
  const { outcome, reached: kills } = await walkPosting(side, postingPoints(side));
  const same = isDeepStrictEqual(outcome, expected);
  return { kills, same, ...(!same && { problem: differences(expected, outcome) }) };
}
