import { startEmulators } from "@/emulators/start";
import { freePort } from "@/tools/process/free-port";
import { type Scope, supervise } from "@/tools/process/supervise";
import { startProduct } from "@/tools/product/product";
import { environmentWithoutSettings } from "@/tools/product/settings";
import { letGo, useFreshDatabase } from "../../database";
import { readSmallest, writeSection } from "../../report";

const log = (line: string) => console.error(line);
const INSTANCES = 2;
const ROUNDS = 100;
const SMALLEST_ROUNDS = 2;

/**
 * `npm run bench:two-instances`: two web processes of the production build, each with a worker inside, on
 * one PostgreSQL. Writes docs/reports/reliability.md; `-- --smallest` writes nothing.
 */
export function main(args: string[]): Promise<number> {
  const { smallest } = readSmallest(args);
  const count = smallest ? SMALLEST_ROUNDS : ROUNDS;
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
      const { isOne, race } = await import("./race");
      const rounds = await race(urls, emulators, count, (number) => {
        if (number % 10 === 0) log(`${number} of ${count} deposits`);
      });
      const once = rounds.filter(isOne).length;
      const text = `${count} deposits, one after the other: ${once} of them ended as one deposit with one match, one posting and one QuickBooks Deposit.`;
      console.log(text);
      for (const round of rounds.filter((each) => !isOne(each))) log(JSON.stringify(round));
      if (!smallest) await writeSection("two instances", text);
      return once === count ? 0 : 1;
    } finally {
      await letGo();
    }
  });
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
