import { supervise } from "@/tools/process/supervise";
import { underEachNode } from "../nodes";
import { readSmallest, writeReport } from "../report";
import { loadFromChild, runLoad } from "./load";
import { areMet, document, type Measured, render } from "./report";
import { startTargets, type Target } from "./targets";

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

/**
 * `npm run bench:api`: the time of the product's reads and pages beside what they stand on. Writes docs/reports/api.md;
 * `-- --smallest` writes and judges nothing, `-- --node PATH --node PATH` measures under each of those.
 * @returns the exit code: 0 goals met, 1 missed or failed
 */
export async function main(args: string[]): Promise<number> {
  const [flag, load] = args;
  if (flag === "--load" && load !== undefined) {
    process.send?.(await runLoad(JSON.parse(load)));
    process.disconnect();
    return 0;
  }
  const { smallest } = readSmallest(args);
  const runs = await underEachNode("bench:api", args, async (given) => {
    const left = readSmallest(given);
    if (left.rest.length > 0) throw new Error("The options are --smallest and --node PATH.");
    return measureAll(left.smallest ? SMALLEST : WHOLE);
  });
  if (!runs) return 0;
  console.log(render(runs));
  if (smallest) return 0;
  await writeReport("api.md", document(runs));
  return areMet(runs) ? 0 : 1;
}

async function measureAll(size: Size): Promise<Measured[]> {
  let measured: Measured[] = [];
  const code = await supervise(async (scope) => {
    measured = await measure(await startTargets(scope, size.deposits, log), size);
    return 0;
  });
  if (code !== 0 || measured.length === 0) throw new Error("The measurement was stopped.");
  return measured;
}

/** Every target in every round, so that a slow moment of the machine affects all of them. */
async function measure(targets: Target[], { rounds, seconds }: Size): Promise<Measured[]> {
  const measured = targets.map(({ name }): Measured => {
    return { name, runs: new Map(CONNECTIONS.map((connections) => [connections, []])) };
  });
  for (let round = 1; round <= rounds; round += 1) {
    log(`Round ${round} of ${rounds} …`);
    for (const connections of CONNECTIONS) {
      for (const [index, { name: _, ...target }] of targets.entries()) {
        const load = { ...target, connections, seconds };
        const result = await loadFromChild(process.argv[1] ?? "", load);
        measured[index]?.runs.get(connections)?.push(result);
      }
    }
  }
  return measured;
}
