import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Fault } from "@/emulators/faults";
import { type Emulators, startEmulators } from "@/emulators/start";
import { LEDGER } from "@/lib/providers/list";
import { disconnect } from "@/server/connections/disconnect";
import { undoDeposit } from "@/server/posting/undo-deposit";
import { startSync } from "@/server/work/start-sync";
import { adminDb } from "@/tests/support/admin-db";
import { control } from "@/tests/support/emulators";
import {
  type Completing,
  isIncomplete,
  ledgerOf,
  type Side,
  seedBooks,
  seedIncomplete,
  seedLater,
  sourceOf,
} from "./books";
import { callOf, completesBooks, type ProviderCall } from "./calls";
import { withEmulators } from "./cell-providers";
import type { Cell, Result, UserAction } from "./faults";
import { outcomeOf } from "./outcome";
import { Person, planMissing } from "./person";
import { untilQuiet } from "./worker";

/** Hits the user's browser, not the product. */
const CONSENT_PAGES = new Set([
  "/connect/oauth2",
  "/oauth/authorize",
  "/identity/connect/authorize",
]);

type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

interface Observed {
  outcome: Outcome;
  actions: UserAction[];
  /** Faults that did not happen, or not as often as they should. */
  left: Fault[];
  /** Names of the calls made, and any call missing from our list. */
  calls: Set<string>;
  unknown: string[];
}

interface Disturbance {
  /** Prepares the emulators before the product connects. */
  prepare?: (emulators: Emulators) => Promise<unknown>;
  /** How long the product waits for an answer. */
  timeout?: "short" | "long";
}

/**
 * One company's whole scenario: connect, choose accounts, first sync, match, post; access expires, new sales,
 * sync, match, post; undo one posting; disconnect what was connected by redirect.
 */
export async function playScenario(
  side: Side,
  { prepare, timeout }: Disturbance = {},
): Promise<Observed> {
  const emulators = await startEmulators({
    company: "empty",
    seed: randomInt(1_000_000_000),
    realmId: ownRealm(),
  });
  try {
    const scenario = async () => {
      const completing = isIncomplete(side) ? await seedIncomplete(emulators, side) : undefined;
      if (!completing) await seedBooks(emulators, side);
      await prepare?.(emulators);
      const person = await Person.arrive(emulators, ledgerOf(side));
      if (completing) await complete(person, completing);
      else await live(person, emulators, side);
      return await observe(person, emulators);
    };
    return await withEmulators(emulators, scenario, timeout);
  } finally {
    await emulators.close();
  }
}

/** Books of its own: companies that share an account are not all disconnected at once, and each of them waits for a decision. */
export function ownRealm(): string {
  return String(randomInt(1_000_000_000_000));
}

async function live(person: Person, emulators: Emulators, side: Side): Promise<void> {
  const { ctx } = person;
  await person.connect(side === "stripe by Connect" ? side : sourceOf(side));
  await person.connect(person.ledger);
  await person.choose([sourceOf(side)]);
  await untilQuiet(person);

  await control(emulators, "/tokens/expire", {});
  await seedLater(emulators, side);
  const integrations = await adminDb().integration.findMany({
    where: { companyId: ctx.companyId, status: "connected" },
    orderBy: { provider: "asc" },
  });
  for (const { id } of integrations) {
    await startSync(ctx, { integrationId: id, trigger: "manual" });
  }
  await untilQuiet(person);

  await undoSmallest(person);
  await person.insist(() => disconnect(ctx, person.ledger));
  if (side === "stripe by Connect") await person.insist(() => disconnect(ctx, "stripe"));
}

/** The books lack payments: connect, first sync, choose what to create, post; undo one posting. */
async function complete(person: Person, completing: Completing): Promise<void> {
  const { ctx } = person;
  await person.connect("stripe");
  await person.connect(person.ledger);
  await person.choose(["stripe"]);
  await untilQuiet(person);
  await planMissing(ctx, completing);
  await untilQuiet(person);
  await undoSmallest(person);
}

async function undoSmallest(person: Person): Promise<void> {
  const { ctx } = person;
  const posted = await adminDb().deposit.findFirst({
    where: { companyId: ctx.companyId, status: "posted" },
    orderBy: { amount: "asc" },
  });
  const quiet = () => untilQuiet(person);
  if (posted) await person.insist(() => undoDeposit(ctx, { deposit_id: posted.id }), quiet);
  await quiet();
}

async function observe(person: Person, emulators: Emulators): Promise<Observed> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  const observed: Observed = {
    outcome: await outcomeOf(emulators, person.ctx.companyId),
    actions: [...person.actions],
    left: (await (await fetch(`${emulators.control.url}/faults`)).json()).faults,
    calls: new Set(),
    unknown: [],
  };
  for (const request of requests) {
    if (CONSENT_PAGES.has(request.path)) continue;
    const call = callOf(request);
    if (call) observed.calls.add(call.name);
    else observed.unknown.push(`${request.method} ${request.path}?${request.query}`);
  }
  return observed;
}

/** The scenario that makes the call. */
export function sideOf(call: ProviderCall): Side {
  const { provider, name } = call;
  const inXero = provider === "xero";
  if (completesBooks(call)) return inXero ? "incomplete books in Xero" : "incomplete books";
  if (inXero) return "books in Xero";
  if (name.startsWith("Connect: ") || name === "exchange rate") return "stripe by Connect";
  return provider === LEDGER ? "stripe" : provider;
}

/** Runs the scenario with one fault, and compares the outcome. */
export async function runCell(cell: Cell, expected: Outcome): Promise<Result> {
  const [result] = await runTogether([cell], expected);
  if (!result) throw new Error("a cell has a result");
  return result;
}

/** Runs one side's scenario with the faults of several cells, and compares the outcome. */
export async function runTogether(cells: readonly Cell[], expected: Outcome): Promise<Result[]> {
  const [side] = cells.map(({ call }) => sideOf(call));
  const faults = cells.map(({ call, fault, times }) => {
    return { provider: call.provider, match: call.match, ...fault.effect, times };
  });
  try {
    const prepare = async (emulators: Emulators) => {
      for (const fault of faults) await control(emulators, "/faults", fault);
    };
    const timeout = faults.some(({ kind }) => kind.includes("timeout")) ? "short" : "long";
    const { outcome, actions, left } = await playScenario(side ?? "stripe", { prepare, timeout });
    const same = isDeepStrictEqual(outcome, expected);
    const problem = same ? undefined : differences(expected, outcome);
    return cells.map((cell) => {
      const missed = left.find(({ match }) => isDeepStrictEqual(match, cell.call.match));
      const fired = cell.times - (missed?.times ?? 0);
      return { ...cell, same, fired, actions, ...(problem && { problem }) };
    });
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return cells.map((cell) => ({ ...cell, same: false, fired: 0, actions: [], problem }));
  }
}

/** The differing parts, as text: `- expected` and `+ found`. */
export function differences(expected: Outcome, found: Outcome): string {
  const lines: string[] = [];
  for (const part of Object.keys(expected) as (keyof Outcome)[]) {
    const before = JSON.stringify(expected[part]);
    const after = JSON.stringify(found[part]);
    if (before !== after) lines.push(`${part}:`, `- ${before}`, `+ ${after}`);
  }
  return lines.join("\n");
}
