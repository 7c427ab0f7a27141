import { type Emulators, startEmulators } from "@/emulators/start";
import { freePort } from "@/tools/process/free-port";
import { type Scope, supervise } from "@/tools/process/supervise";
import { startProduct } from "@/tools/product/product";
import { environmentWithoutSettings } from "@/tools/product/settings";
import { letGo, useFreshDatabase } from "../../database";
import { readSmallest, writeSection } from "../../report";

const log = (line: string) => console.error(line);
const INSTANCES = 2;
const ROUNDS = 100;
/** Fewer, since Xero takes sixty calls a minute. */
const ROUNDS_IN_XERO = 3;
const SMALLEST_ROUNDS = 2;

/**
 * `npm run bench:two-instances [-- quickbooks | xero]`: two web processes of the production build, each with a worker
 * inside, on one PostgreSQL; with books in both by default. Writes docs/reports/reliability.md; `-- --smallest` writes
 * nothing.
 */
export function main(args: string[]): Promise<number> {
  const { smallest, rest } = readSmallest(args);
  const wanted = (ledger: string) => rest.length === 0 || rest.includes(ledger);
  return supervise(async (scope) => {
    await useFreshDatabase(scope, log);
    const emulators = await scope.acquire(
      () => startEmulators({ company: "empty" }),
      (held) => held.close(),
    );
    const urls: string[] = [];
    for (let instance = 0; instance < INSTANCES; instance += 1) {
      urls.push(await startInstance(scope, emulators.env));
    }
    try {
      const quickbooks = wanted("quickbooks")
        ? await inQuickBooks(urls, emulators, smallest)
        : true;
      const xero = wanted("xero") ? await inXero(urls, emulators, smallest) : true;
      return quickbooks && xero ? 0 : 1;
    } finally {
      await letGo();
    }
  });
}

async function inQuickBooks(urls: string[], emulators: Emulators, smallest: boolean) {
  const { isOne, race } = await import("./race");
  const count = smallest ? SMALLEST_ROUNDS : ROUNDS;
  const rounds = await race(urls, emulators, count, (number) => {
    if (number % 10 === 0) log(`${number} of ${count} deposits`);
  });
  const once = rounds.filter(isOne).length;
  const text = `${count} deposits, one after the other: ${once} of them ended as one deposit with one match, one posting and one QuickBooks Deposit.`;
  console.log(text);
  for (const round of rounds.filter((each) => !isOne(each))) log(JSON.stringify(round));
  if (!smallest) await writeSection("two instances", text);
  return once === count;
}

async function inXero(urls: string[], emulators: Emulators, smallest: boolean) {
  const { isBookedOnce, raceInXero } = await import("./race");
  const count = smallest ? SMALLEST_ROUNDS : ROUNDS_IN_XERO;
  const rounds = await raceInXero(urls, emulators, count);
  const once = rounds.filter(isBookedOnce).length;
  const text = `${count} payouts in Xero, at its pace: ${once} of them ended as one transaction of the fee and one transfer.`;
  console.log(text);
  for (const round of rounds.filter((each) => !isBookedOnce(each))) log(JSON.stringify(round));
  if (!smallest) await writeSection("two instances in Xero", text);
  return once === count;
}

async function startInstance(scope: Scope, providers: Record<string, string>): Promise<string> {
  const {
    DATABASE_URL = "",
    MIGRATE_DATABASE_URL = "",
    DATA_DIR = "",
    APP_SECRET = "",
  } = process.env;
  const { url } = await startProduct(scope, {
    mode: "start",
    port: await freePort(),
    env: {
      ...environmentWithoutSettings(),
      ...providers,
      DATABASE_URL,
      MIGRATE_DATABASE_URL,
      DATA_DIR,
      APP_SECRET,
      WORKER: "inline",
      LOG_LEVEL: "warn",
    },
    log,
  });
  return url;
}
