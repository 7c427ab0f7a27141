import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { disconnect } from "@/server/integrations/disconnect";
import { undo } from "@/server/posting/undo-deposit";
import { startSync } from "@/server/sync/start-sync";
import { everything } from "@/tests/setup/everything";
import { control, type Processor, plantBooks, plantLater, type Side } from "./books";
import { callOf, type ProviderCall } from "./calls";
import { withStandIns } from "./cell-providers";
import type { Cell, Deed, Result } from "./cell-result";
import { outcomeOf } from "./outcome";
import { Person } from "./person";
import { untilQuiet } from "./worker";

/** Met by the person's browser, not by the product. */
const CONSENT_PAGES = new Set(["/connect/oauth2", "/oauth/authorize"]);

type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

interface Told {
  outcome: Outcome;
  deeds: Deed[];
  /** How often the fault happened. */
  fired: number;
  /** Names of the calls that were made, and whatever call is not in our list. */
  calls: Set<string>;
  unknown: string[];
}

interface Disturbance {
  /** Prepares the stand-ins before the product meets them. */
  prepare?: (sandbox: Sandbox) => Promise<unknown>;
}

/**
 * The whole story of one company: connect, choose accounts, first sync, match, post; access runs out,
 * more comes in, sync, match, post; one posting is undone; what was connected by redirect is disconnected.
 */
export async function tell(side: Side, { prepare }: Disturbance = {}): Promise<Told> {
  const sandbox = await startSandbox({
    company: "empty",
    seed: randomInt(1_000_000_000),
    realmId: ownRealm(),
  });
  try {
    return await withStandIns(sandbox, async () => {
      await plantBooks(sandbox, side);
      await prepare?.(sandbox);
      const person = await Person.arrive(sandbox);
      await live(person, sandbox, side);
      return await lookBack(person, sandbox);
    });
  } finally {
    await sandbox.close();
  }
}

// As the seed: companies that share an account are not disconnected from it all at once.
function ownRealm(): string {
  return String(randomInt(1_000_000_000_000));
}

async function live(person: Person, sandbox: Sandbox, side: Side): Promise<void> {
  const { ctx } = person;
  await person.connect(side);
  await person.connect("quickbooks");
  await person.choose([processorOf(side)]);
  await untilQuiet(person);

  await control(sandbox, "/tokens/expire", {});
  await plantLater(sandbox, side);
  const integrations = await everything().integration.findMany({
    where: { companyId: ctx.companyId, status: "connected" },
    orderBy: { provider: "asc" },
  });
  for (const { id } of integrations) {
    await startSync(ctx, { integrationId: id, trigger: "manual" });
  }
  await untilQuiet(person);

  const posted = await everything().deposit.findFirst({
    where: { companyId: ctx.companyId, status: "posted" },
    orderBy: { amount: "asc" },
  });
  const quiet = () => untilQuiet(person);
  if (posted) await person.insist(() => undo(ctx, { deposit_id: posted.id }), quiet);
  await quiet();
  await person.insist(() => disconnect(ctx, "quickbooks"));
  if (side === "stripe by Connect") await person.insist(() => disconnect(ctx, "stripe"));
}

async function lookBack(person: Person, sandbox: Sandbox): Promise<Told> {
  const { requests } = await (await fetch(`${sandbox.control.url}/requests`)).json();
  const told: Told = {
    outcome: await outcomeOf(sandbox, person.ctx.companyId),
    deeds: [...person.deeds],
    fired: 0,
    calls: new Set(),
    unknown: [],
  };
  for (const request of requests) {
    if (CONSENT_PAGES.has(request.path)) continue;
    const call = callOf(request);
    if (call) told.calls.add(call.name);
    else told.unknown.push(`${request.method} ${request.path}?${request.query}`);
    if (request.fault) told.fired += 1;
  }
  return told;
}

const processorOf = (side: Side): Processor =>
  side === "authorizenet" ? "authorizenet" : "stripe";

/** The story that makes the call. */
export function sideOf({ provider, name }: ProviderCall): Side {
  if (provider === "authorizenet") return "authorizenet";
  return name.startsWith("Connect: ") ? "stripe by Connect" : "stripe";
}

/** Tells the story with one fault in it, and compares how it ends. */
export async function runCell(cell: Cell, expected: Outcome): Promise<Result> {
  const { call, trouble, times } = cell;
  const fault = { provider: call.provider, match: call.match, ...trouble.fault, times };
  try {
    const prepare = (sandbox: Sandbox) => control(sandbox, "/faults", fault);
    const { outcome, deeds, fired } = await tell(sideOf(call), { prepare });
    const same = isDeepStrictEqual(outcome, expected);
    const problem = same ? undefined : differences(expected, outcome);
    return { ...cell, same, fired, deeds, ...(problem && { problem }) };
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...cell, same: false, fired: 0, deeds: [], problem };
  }
}

/** The parts that differ, as text: `- expected` and `+ found`. */
export function differences(expected: Outcome, found: Outcome): string {
  const lines: string[] = [];
  for (const part of Object.keys(expected) as (keyof Outcome)[]) {
    const before = JSON.stringify(expected[part]);
    const after = JSON.stringify(found[part]);
    if (before !== after) lines.push(`${part}:`, `- ${before}`, `+ ${after}`);
  }
  return lines.join("\n");
}
