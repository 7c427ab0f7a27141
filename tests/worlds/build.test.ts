import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import type { EmulatorState } from "@/emulators/state";
import type { CalendarDate } from "@/lib/dates";
import { variableNames } from "@/server/platform/env";
import { control } from "@/tests/support/emulators";
import { openWorld } from "@/tools/worlds/open";
import { takeSnapshot } from "@/tools/worlds/snapshot";
import {
  FIXED_DAY,
  latestDay,
  WORLDS,
  type WorldName,
  worldFile,
  worldsFolder,
  worldsToBuild,
} from "@/tools/worlds/worlds";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { connectedCompany, signUp, type TestCompany } from "../support/company";
import { startAfresh } from "../support/fresh-process";
import { type Running, settled, startWorkers } from "../support/worker";

/** The states of the deposits that each world's name promises. */
const EXPECTED: Record<WorldName, string[]> = {
  company: [],
  connected: [],
  synced: ["pending"],
  matched: ["matched", "pending", "suggested"],
  posted: ["matched", "pending", "posted", "suggested"],
  sample: ["matched", "pending", "posted", "suggested"],
  british: ["matched", "pending", "posted", "suggested"],
};

const folder = worldsFolder();
const appSecret = process.env.APP_SECRET ?? "";
const settings = Object.fromEntries(
  variableNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);
let emulators: Emulators;
let workers: Running;
let client: pg.Client;

async function start(day: CalendarDate): Promise<void> {
  emulators = await startEmulators({ today: day });
  startAfresh({ ...settings, ...emulators.env });
  workers = await startWorkers();
}

async function stop(): Promise<void> {
  await workers.stop();
  await emulators.close();
}

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.MIGRATE_DATABASE_URL });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  // Those of other sources and days are never opened again.
  const all = dirname(folder);
  for (const name of readdirSync(all)) {
    if (join(all, name) !== folder) rmSync(join(all, name), { recursive: true, force: true });
  }
});

/** Only what the set-up asks for: accounts for refunds, disputes and other currencies are still to be chosen. */
const AS_SET_UP = { foreignBanks: false };

/** How each world comes about. */
const MAKE: Record<WorldName, () => Promise<TestCompany>> = {
  company: signUp,
  connected: () => connectedCompany(emulators),
  synced: () => connectedCompany(emulators, {}, { ...AS_SET_UP, autoMatch: false }),
  matched: () => connectedCompany(emulators, {}, { ...AS_SET_UP, autoPost: false }),
  posted: () => connectedCompany(emulators, {}, AS_SET_UP),
  sample: () => connectedCompany(emulators, {}, AS_SET_UP),
  british: () => connectedCompany(emulators, {}, AS_SET_UP),
};

describe.each([FIXED_DAY, latestDay()])("on %s", (day) => {
  beforeAll(() => start(day));
  afterAll(stop);

  const names = worldsToBuild().flatMap((world) => (world.day === day ? [world.name] : []));
  test.each(names)("the world %s is made by the product, and opens as it was", async (name) => {
    const file = worldFile(folder, name, day);
    if (!existsSync(file)) await make(name, file);
    const databaseUrl = process.env.MIGRATE_DATABASE_URL ?? "";
    const { companyId, token } = await openWorld(name, { emulators, databaseUrl, appSecret, day });
    await expectState(name, companyId);
    const { deposits } = await ok("GET", "/qb/deposit-status/", token);
    expect(deposits.length > 0).toBe(EXPECTED[name].length > 0);
  });
});

/** The product signs up, connects, syncs, matches and posts. */
async function make(name: WorldName, file: string): Promise<void> {
  await control(emulators, "/reset", { company: WORLDS[name].emulators ?? "empty" });
  const { token, username, password } = await MAKE[name]();
  await settled(token);
  const { companyId, userId } = await adminDb().membership.findFirstOrThrow({
    where: { user: { usernameKey: username } },
  });
  const state: EmulatorState = await (await fetch(`${emulators.control.url}/snapshot`)).json();
  const snapshot = await takeSnapshot(
    { client, appSecret },
    { companyId, userId, password },
    state,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(snapshot));
  renameSync(`${file}.new`, file);
  if (name !== "company") await ok("POST", "/qb/disconnect-quickbook/", token);
}

/** What the world's name promises. */
async function expectState(name: WorldName, companyId: string): Promise<void> {
  const counts = await adminDb().deposit.groupBy({
    by: ["status"],
    where: { companyId },
    _count: true,
  });
  const states = counts.map(({ status }) => status).sort();
  expect(states).toEqual(EXPECTED[name]);
}
