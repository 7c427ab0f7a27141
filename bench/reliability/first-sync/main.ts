import { setTimeout as delay } from "node:timers/promises";
import type { Emulators } from "@/emulators/start";
import { addDays, dateInZone } from "@/lib/dates";
import { connectable, describeProvider } from "@/lib/providers/list";
import { control } from "@/tests/support/emulators";
import { supervise } from "@/tools/process/supervise";
import { letGo, useFreshDatabase } from "../../database";
import { startEmulatorProcess, startProgram } from "../../processes";
import { seeded } from "../../random";
import { readSmallest, textTable, writeSection } from "../../report";

const log = (line: string) => console.error(line);
const POLL_MS = 250;
/** A payout on each weekday of two years. */
const WHOLE: BooksSize = { payouts: 500, chargesEach: 48 };
const SMALLEST: BooksSize = { payouts: 2, chargesEach: 3 };

const LIMITS = {
  stripe: "25 a second per endpoint",
  quickbooks: "10 a second, 500 a minute",
  xero: "5 at once, 60 a minute",
};

/**
 * `npm run bench:sync`: duration of a busy company's first sync. Writes docs/reports/reliability.md; `-- --smallest`
 * writes nothing.
 */
export function main(args: string[]): Promise<number> {
  const { smallest } = readSmallest(args);
  const size = smallest ? SMALLEST : WHOLE;
  return supervise(async (scope) => {
    await useFreshDatabase(scope, log);
    const emulators = await startEmulatorProcess(scope);
    Object.assign(process.env, emulators.env);
    log(`Writing ${size.payouts * size.chargesEach} sales …`);
    await seedTwoYears(emulators, size, (done) => log(`${done} of ${size.payouts} payouts`));
    const samples: MemorySample[] = [];
    // It reports its memory use while it works.
    const worker = await startProgram(scope, new URL("worker-process.ts", import.meta.url));
    worker.on("message", (sample) => samples.push(sample as MemorySample));
    try {
      const measured = [
        await measure("stripe", emulators, samples),
        await measure("quickbooks", emulators, samples),
        ...(await measureTwice("xero", emulators, samples)),
      ];
      const text = firstSyncText(measured);
      console.log(text);
      if (!smallest) await writeSection("first sync", text);
      return 0;
    } finally {
      await letGo();
    }
  });
}

interface Sync {
  provider: keyof typeof LIMITS;
  emulators: Emulators;
  samples: readonly MemorySample[];
}

async function measure(
  provider: Sync["provider"],
  emulators: Emulators,
  samples: readonly MemorySample[],
): Promise<Measured> {
  const companyId = await connect(provider, emulators);
  return measureNewest(companyId, describeProvider(provider).name, {
    provider,
    emulators,
    samples,
  });
}

/** The first sync, and one right after it. */
async function measureTwice(
  provider: Sync["provider"],
  emulators: Emulators,
  samples: readonly MemorySample[],
): Promise<[Measured, Measured]> {
  const { startSync } = await import("@/server/work/start-sync");
  const { systemContext } = await import("@/server/platform/company-id");
  const { adminDb } = await import("@/tests/support/admin-db");
  const companyId = await connect(provider, emulators);
  const { name } = describeProvider(provider);
  const sync = { provider, emulators, samples };
  const first = await measureNewest(companyId, name, sync);
  const { id: integrationId } = await adminDb().integration.findFirstOrThrow({
    where: { companyId },
  });
  await startSync(systemContext(companyId), { integrationId, trigger: "manual" });
  return [first, await measureNewest(companyId, `${name}, the next sync`, sync)];
}

/** A person connects, which begins the first sync. */
async function connect(provider: Sync["provider"], emulators: Emulators): Promise<string> {
  const { adminDb } = await import("@/tests/support/admin-db");
  const { Person } = await import("../matrix/person");
  const person = await Person.arrive(emulators);
  const { companyId } = person.ctx;
  // Measures only the sync: matching has its own benchmark.
  await adminDb().companySettings.update({ where: { companyId }, data: { autoMatch: false } });
  await fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
  log(`Syncing ${provider} …`);
  await person.connect(provider);
  return companyId;
}

async function measureNewest(
  companyId: string,
  name: string,
  { provider, emulators, samples }: Sync,
): Promise<Measured> {
  const { adminDb } = await import("@/tests/support/admin-db");
  for (;;) {
    const run = await adminDb().syncRun.findFirstOrThrow({
      where: { companyId },
      orderBy: { createdAt: "desc" },
    });
    if (run.state === "failed") throw new Error(`the sync failed: ${run.message}`);
    if (run.state === "succeeded" && run.startedAt && run.finishedAt) {
      const [from, to] = [run.startedAt.getTime(), run.finishedAt.getTime()];
      const within = <T extends { at: number }>({ at }: T) => at >= from && at <= to;
      return {
        provider: name,
        seconds: (to - from) / 1000,
        calls: (await requestsOf(emulators)).filter(within).map(({ at }) => at),
        limit: LIMITS[provider],
        stored: `${run.done} ${connectable(provider).fetches}`,
        memory: samples.filter(within),
      };
    }
    await delay(POLL_MS);
  }
}

async function requestsOf(emulators: Emulators): Promise<{ at: number }[]> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.map(({ at }: { at: string }) => ({ at: Date.parse(at) }));
}

/** How many payouts, and how many charges in each. */
interface BooksSize {
  payouts: number;
  chargesEach: number;
}

const CUSTOMERS = 600;
const AT_ONCE = 8;

/** Two years of payouts, and every sale in the books. */
async function seedTwoYears(
  emulators: Emulators,
  { payouts, chargesEach }: BooksSize,
  onProgress: (done: number) => void,
): Promise<void> {
  const random = seeded(24);
  const waiting = { account: "Stripe Clearing" };
  await control(emulators, "/xero/company", { country: "US" });
  const today = dateInZone(new Date(), "UTC");
  for (let index = 0; index < payouts; index += 1) {
    const date = addDays(today, -Math.floor(((payouts - index) * 730) / payouts) - 1);
    const charges = Array.from({ length: chargesEach }, () => {
      const customer = random(CUSTOMERS);
      const amount = 1_000 + random(90_000);
      return { amount, name: `Customer ${customer}`, email: `c${customer}@example.com` };
    });
    await control(emulators, "/stripe/payouts", { charges, date });
    for (let from = 0; from < charges.length; from += AT_ONCE) {
      await Promise.all(
        charges
          .slice(from, from + AT_ONCE)
          .flatMap(({ amount, name: customer }) => [
            control(emulators, "/quickbooks/payments", { amount, customer, date }),
            control(emulators, "/xero/payments", { ...waiting, amount, customer, date }),
          ]),
      );
    }
    if ((index + 1) % 50 === 0) onProgress(index + 1);
  }
}

interface MemorySample {
  at: number;
  rss: number;
  heapUsed: number;
}

interface Measured {
  provider: string;
  seconds: number;
  /** When each call arrived, milliseconds. */
  calls: number[];
  /** The provider's limit. */
  limit: string;
  stored: string;
  memory: MemorySample[];
}

const MEGABYTE = 2 ** 20;

export function firstSyncText(measured: readonly Measured[]): string {
  const speed = measured.map(({ provider, seconds, calls, limit, stored }) => [
    provider,
    stored,
    `${seconds.toFixed(0)} s`,
    String(calls.length),
    (calls.length / seconds).toFixed(1),
    String(mostInOneSecond(calls)),
    limit,
  ]);
  const memory = measured.map(({ provider, memory: samples }) => [
    provider,
    ...thirds(samples).map((third) => `${mean(third, "rss")} (${mean(third, "heapUsed")})`),
    `${peak(samples, "rss")} (${peak(samples, "heapUsed")})`,
  ]);
  return [
    textTable(
      ["provider", "read", "time", "calls", "calls a second", "peak per second", "allowed"],
      speed,
    ),
    "Memory of the worker in MB, resident (JavaScript heap), mean of each third of the time:",
    textTable(["provider", "first third", "middle third", "last third", "peak"], memory),
  ].join("\n\n");
}

/** In any window of a second, not only in clock seconds. */
function mostInOneSecond(calls: readonly number[]): number {
  const sorted = [...calls].sort((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, at] of sorted.entries()) {
    while (at - (sorted[first] ?? at) >= 1000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

function thirds(samples: readonly MemorySample[]): MemorySample[][] {
  const size = Math.ceil(samples.length / 3);
  return [0, 1, 2].map((index) => samples.slice(index * size, (index + 1) * size));
}

function mean(samples: readonly MemorySample[], of: "rss" | "heapUsed"): number {
  const sum = samples.reduce((total, sample) => total + sample[of], 0);
  return Math.round(sum / Math.max(1, samples.length) / MEGABYTE);
}

function peak(samples: readonly MemorySample[], of: "rss" | "heapUsed"): number {
  return Math.round(Math.max(0, ...samples.map((sample) => sample[of])) / MEGABYTE);
}
