import { setTimeout as delay } from "node:timers/promises";
import type { Sandbox } from "@/emulators/start";
import { connectable, describeProvider } from "@/lib/providers/list";
import { supervise } from "@/tools/process/supervise";
import { readSmallest } from "../../smallest";
import { letGo, useFreshDatabase } from "../database";
import { writeSection } from "../report/section";
import { type BooksSize, seedTwoYears } from "./books";
import { startMeasuredWorker, startSandboxProcess } from "./processes";
import { firstSyncText, type Measured, type MemorySample } from "./report";

const log = (line: string) => console.error(line);
const POLL_MS = 250;
/** A payout on each weekday of two years. */
const WHOLE: BooksSize = { payouts: 500, chargesEach: 48 };
const SMALLEST: BooksSize = { payouts: 2, chargesEach: 3 };

const LIMITS = { stripe: "25 a second per endpoint", quickbooks: "10 a second, 500 a minute" };

/**
 * `npm run bench:sync`: duration of a busy company's first sync. Writes docs/reports/reliability.md; `-- --smallest`
 * writes nothing.
 */
export function main(args: string[]): Promise<number> {
  const { smallest } = readSmallest(args);
  const size = smallest ? SMALLEST : WHOLE;
  return supervise(async (scope) => {
    await useFreshDatabase(scope, log);
    const sandbox = await startSandboxProcess(scope);
    Object.assign(process.env, sandbox.env);
    log(`Writing ${size.payouts * size.chargesEach} sales …`);
    await seedTwoYears(sandbox, size, (done) => log(`${done} of ${size.payouts} payouts`));
    const samples: MemorySample[] = [];
    await startMeasuredWorker(scope, samples);
    try {
      const measured = [
        await measure("stripe", sandbox, samples),
        await measure("quickbooks", sandbox, samples),
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

async function measure(
  provider: keyof typeof LIMITS,
  sandbox: Sandbox,
  samples: readonly MemorySample[],
): Promise<Measured> {
  const { adminDb } = await import("@/tests/support/admin-db");
  const { Person } = await import("../matrix/person");
  const person = await Person.arrive(sandbox);
  const { companyId } = person.ctx;
  // Measures only the sync: matching has its own benchmark.
  await adminDb().companySettings.update({ where: { companyId }, data: { autoMatch: false } });
  await fetch(`${sandbox.control.url}/requests`, { method: "DELETE" });
  log(`Syncing ${provider} …`);
  await person.connect(provider);
  for (;;) {
    const run = await adminDb().syncRun.findFirstOrThrow({ where: { companyId } });
    if (run.state === "failed") throw new Error(`the sync failed: ${run.message}`);
    if (run.state === "succeeded" && run.startedAt && run.finishedAt) {
      const [from, to] = [run.startedAt.getTime(), run.finishedAt.getTime()];
      const within = <T extends { at: number }>({ at }: T) => at >= from && at <= to;
      const calls = (await requestsOf(sandbox)).filter(within).map(({ at }) => at);
      const memory = samples.filter(within);
      const stored = `${run.done} ${connectable(provider).fetches}`;
      return {
        provider: describeProvider(provider).name,
        seconds: (to - from) / 1000,
        calls,
        limit: LIMITS[provider],
        stored,
        memory,
      };
    }
    await delay(POLL_MS);
  }
}

async function requestsOf(sandbox: Sandbox): Promise<{ at: number }[]> {
  const { requests } = await (await fetch(`${sandbox.control.url}/requests`)).json();
  return requests.map(({ at }: { at: string }) => ({ at: Date.parse(at) }));
}
