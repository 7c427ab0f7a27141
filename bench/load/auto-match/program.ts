import { processorTime } from "@/tools/process/processor-time";
import { supervise } from "@/tools/process/supervise";
import { letGo, useFreshDatabase } from "../../database";
import { median } from "../../report";
import { seedCompanies } from "../books";

/** What one process measures; each has a database of its own. */
export interface Order {
  companies: number;
  depositsEach: number;
  /** Calls of each company, one after the other. */
  times: number;
}

/** Medians, in milliseconds. */
export interface Figures {
  /** Of a company that the process does not know. */
  first: number;
  alone: number;
  /** Of the processor, in all threads of the process. */
  processor: number;
  /** Of the processor, in PostgreSQL; null where the system doesn't say. */
  database: number | null;
  /** Finding out that nothing has changed in the books, which a call does twice. */
  findingChanges: number;
  /** The same, read from nothing. */
  readingVersions: number;
  /** Each of all companies at once; null for one. */
  together: number | null;
  /** A transaction with `SELECT 1`. */
  bare: number;
}

// Calls the product without HTTP, which is measured elsewhere.
process.once("disconnect", () => process.exit(0));
const order = JSON.parse(process.env.AUTO_MATCH_ORDER ?? "null") as Order;
await supervise(async (scope) => {
  await useFreshDatabase(scope, (line) => console.error(line));
  const figures = await measure(order);
  await letGo();
  process.send?.(figures);
  return 0;
});

async function measure({ companies, depositsEach, times }: Order): Promise<Figures> {
  const { autoMatchDeposit } = await import("@/server/matches/auto-match-deposit");
  const { readVersions } = await import("@/server/matches/row-versions");
  const { cachedLedger } = await import("@/server/matches/cached-ledger");
  const { systemContext } = await import("@/server/platform/company-id");
  const { db } = await import("@/server/platform/db");
  const seeded = await seedCompanies(companies, depositsEach);
  const contexts = seeded.map(({ companyId }) => systemContext(companyId));
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const call = (company: number, nth: number) => () => {
    const ctx = contexts[company];
    const id = seeded[company]?.pending[nth];
    if (!ctx || id === undefined) throw new Error("Too few deposits");
    return autoMatchDeposit(ctx, { deposit_id: id });
  };
  const first: number[] = [];
  for (const company of contexts.keys()) first.push(await timed(call(company, 0)));
  const alone: number[] = [];
  const before = { own: process.cpuUsage(), all: processorTime([process.pid]) };
  for (let nth = 1; nth <= times; nth += 1) {
    for (const company of contexts.keys()) alone.push(await timed(call(company, nth)));
  }
  const { user, system } = process.cpuUsage(before.own);
  const own = (user + system) / 1_000;
  const all = processorTime([process.pid]);
  const database =
    all === undefined || before.all === undefined ? null : Math.max(0, all - before.all - own);
  const together: number[] = [];
  for (let nth = times + 1; nth <= 2 * times && companies > 1; nth += 1) {
    const calls = contexts.map((_, company) => timed(call(company, nth)));
    together.push(...(await Promise.all(calls)));
  }
  const [ctx] = contexts;
  if (!ctx) throw new Error("No company");
  const known = cachedLedger(ctx.companyId)?.rowVersions;
  const rowVersions = await db(ctx).$transaction((tx) => readVersions(tx, ctx, known));
  const unchanged: number[] = [];
  const complete: number[] = [];
  const bare: number[] = [];
  for (let nth = 0; nth < 21; nth += 1) {
    const inTransaction = (work: Parameters<ReturnType<typeof db>["$transaction"]>[0]) => () =>
      db(ctx).$transaction(work);
    bare.push(await timed(inTransaction((tx) => tx.$queryRaw`SELECT 1`)));
    unchanged.push(await timed(inTransaction((tx) => readVersions(tx, ctx, rowVersions))));
    if (nth < 5) complete.push(await timed(inTransaction((tx) => readVersions(tx, ctx))));
  }
  return {
    first: median(first),
    alone: median(alone),
    processor: own / alone.length,
    database: database && database / alone.length,
    findingChanges: Math.max(0, median(unchanged) - median(bare)),
    readingVersions: median(complete),
    together: together.length > 0 ? median(together) : null,
    bare: median(bare),
  };
}
