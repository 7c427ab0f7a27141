import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { latestMonday } from "@/emulators/sample/calendar";
import type { Company } from "@/emulators/state";
import { type CalendarDate, dateInZone } from "@/lib/dates";
import type { Snapshot } from "./snapshot";

/**
 * The states that tests begin from. Each is made once by the product itself (build.test.ts), and opened as a private
 * copy in a fraction of a second. What signing up, connecting and syncing do is tested elsewhere.
 */
export const WORLDS = {
  /** Signed up; nothing connected, so that the emulators stay as they are. */
  company: { emulators: null },
  /** Stripe and QuickBooks connected, with every account chosen; no payouts and no payments yet. */
  connected: { emulators: "empty" },
  /** The small sample is read; the engine has not looked at it. */
  synced: { emulators: "small" },
  /** Matched, and waiting for the review. */
  matched: { emulators: "small" },
  /** Matches were posted automatically; the rest waits for a decision. */
  posted: { emulators: "small" },
  /** The same for the whole sample: eight weeks of payouts. */
  sample: { emulators: "sample" },
  /** The same in the United Kingdom: pounds and euros, VAT, closed books, a history that was deposited by hand. */
  british: { emulators: "uk" },
} as const satisfies Record<string, { emulators: Company | null }>;

export type WorldName = keyof typeof WORLDS;
const WORLD_NAMES = Object.keys(WORLDS) as WorldName[];

/** What a world depends on: its rows, who writes them, and what they are written from. */
const SOURCES = [
  "prisma/migrations",
  "emulators",
  "matching/engine",
  "server",
  "lib",
  "tools/worlds",
  "tests/worlds",
];
const FOLDER = join("node_modules", ".cache", "deposit-matcher", "worlds");

/** The day of the whole run, inherited by every process that it starts: one that passes midnight keeps its worlds. */
function today(): CalendarDate {
  process.env.WORLDS_TODAY ??= dateInZone(new Date(), "UTC");
  return process.env.WORLDS_TODAY;
}

/** The day on which the samples end, for screens: they speak of this month. */
export function latestDay(): CalendarDate {
  return latestMonday(today());
}

/** The day for tests without screens, which name days: always the same. */
export const FIXED_DAY: CalendarDate = "2026-11-02";

/** Every world on the latest Monday; those that tests without screens begin from on their day, too. */
export function worldsToBuild(): { name: WorldName; day: CalendarDate }[] {
  return [
    ...WORLD_NAMES.map((name) => ({ name, day: latestDay() })),
    { name: "connected", day: FIXED_DAY },
  ];
}

/** Where the worlds of this state of the sources are kept. */
export function worldsFolder(): string {
  const hash = createHash("sha256").update(today());
  for (const source of SOURCES) {
    const entries = readdirSync(source, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      hash.update(`${file}\n`).update(readFileSync(file));
    }
  }
  return join(FOLDER, hash.digest("hex").slice(0, 16));
}

export function worldFile(folder: string, name: WorldName, day: CalendarDate): string {
  return join(folder, `${name}-${day}.json`);
}

export function areWorldsBuilt(folder: string): boolean {
  return worldsToBuild().every(({ name, day }) => existsSync(worldFile(folder, name, day)));
}

export function readWorld(folder: string, name: WorldName, day: CalendarDate): Snapshot {
  return JSON.parse(readFileSync(worldFile(folder, name, day), "utf8"));
}
