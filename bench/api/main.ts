import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startThrowawayPostgres } from "@/tools/postgres/throwaway-postgres";
import { freePort } from "@/tools/process/free-port";
import { type Scope, supervise } from "@/tools/process/supervise";
import { startProduct } from "@/tools/product/product";
import { environmentWithoutSettings } from "@/tools/product/settings";
import { readSmallest } from "../smallest";
import { startBareApp } from "./bare";
import { fillBooks } from "./books";
import { type Load, loadFromChild, runLoad } from "./load";
import { document, isMet, type Measured, render } from "./report";

const REPORT = fileURLToPath(new URL("../../docs/reports/api.md", import.meta.url));
const CONNECTIONS = [1, 8];

interface Size {
  deposits: number;
  rounds: number;
  /** Of each load. */
  seconds: number;
}

const WHOLE: Size = { deposits: 100_000, rounds: 5, seconds: 2 };
const SMALLEST: Size = { deposits: 100, rounds: 1, seconds: 0.2 };

const log = (line: string) => console.error(line);

type Target = Pick<Load, "url" | "token"> & { name: string; judged: boolean };

/**
 * `npm run bench:api`: the time of the product's reads beside what they stand on. Writes docs/reports/api.md;
 * `-- --smallest` writes and judges nothing.
 * @returns the exit code: 0 targets met, 1 missed or failed
 */
export async function main(args: string[]): Promise<number> {
  const [flag, load] = args;
  if (flag === "--load" && load !== undefined) {
    process.send?.(await runLoad(JSON.parse(load)));
    process.disconnect();
    return 0;
  }
  const { smallest, rest } = readSmallest(args);
  if (rest.length > 0) throw new Error("The only option is --smallest.");
  const size = smallest ? SMALLEST : WHOLE;
  return supervise(async (scope) => {
    const measured = await measure(await startTargets(scope, size), size);
    const [select, bare] = measured;
    if (!select || !bare) throw new Error("nothing was measured");
    const floor = { select, bare };
    const tables = render(measured, floor);
    console.log(tables);
    if (smallest) return 0;
    await writeFile(REPORT, document(tables, new Date().toISOString().slice(0, 10)));
    log("docs/reports/api.md written");
    const judged = measured.filter((each) => each.judged);
    return judged.every((each) => isMet(each, floor, CONNECTIONS[0] ?? 1)) ? 0 : 1;
  });
}

async function startTargets(scope: Scope, { deposits }: Size): Promise<Target[]> {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const { url } = await startProduct(scope, {
    mode: "start",
    port: await freePort(),
    env: {
      ...environmentWithoutSettings(),
      DATA_DIR: database.dataDir,
      LOG_LEVEL: "warn",
      WORKER: "off",
    },
    log,
  });
  log("Building the bare app …");
  const bareUrl = await startBareApp(scope);
  const { username, token } = await signUp(url);
  log(`Writing ${deposits} deposits …`);
  await fillBooks(database.url(), username, deposits);
  return [
    { name: "`SELECT 1`", url: database.url(), judged: false },
    { name: "bare Next route handler", url: bareUrl, judged: false },
    { name: "`/api/health`", url: `${url}/api/health`, judged: false },
    {
      name: "`/api/qb/deposit-status/`, page of 50",
      url: `${url}/api/qb/deposit-status/?page=1&page_size=50`,
      token,
      judged: true,
    },
    {
      name: "`/api/user/dashboard-status/api/`",
      url: `${url}/api/user/dashboard-status/api/`,
      token,
      judged: true,
    },
  ];
}

async function signUp(url: string): Promise<{ username: string; token: string }> {
  const username = `bench-${randomBytes(4).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  const answer = await fetch(`${url}/api/user/create/api/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      username,
      email: `${username}@example.com`,
      password,
      password_confirm: password,
    }),
  });
  if (!answer.ok) throw new Error(`sign-up: ${answer.status} ${await answer.text()}`);
  const { token }: { token: string } = await answer.json();
  return { username, token };
}

/** Every target in every round, so that a slow moment of the machine affects all of them. */
async function measure(targets: Target[], { rounds, seconds }: Size): Promise<Measured[]> {
  const measured = targets.map(
    ({ name, judged }): Measured => ({
      name,
      judged,
      runs: new Map(CONNECTIONS.map((connections) => [connections, []])),
    }),
  );
  for (let round = 1; round <= rounds; round += 1) {
    log(`Round ${round} of ${rounds} …`);
    for (const connections of CONNECTIONS) {
      for (const [index, { url, token }] of targets.entries()) {
        const load = { url, ...(token && { token }), connections, seconds };
        const result = await loadFromChild(process.argv[1] ?? "", load);
        measured[index]?.runs.get(connections)?.push(result);
      }
    }
  }
  return measured;
}
