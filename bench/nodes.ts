import { fork } from "node:child_process";

/** What was measured, and the version of Node that it ran on. */
export interface Run<Figures> {
  node: string;
  figures: Figures;
}

/** Says to a command that it measures for another one. */
const FIGURES = "--figures";

/**
 * Measures under each Node given by `--node PATH`, any number of times, one after the other; without one, under this one.
 * @param command of tools/run.mjs, whose main() calls this with its arguments
 * @param measure gets the other arguments; its figures must survive a structured clone
 * @param part options by which main() finds this measurement, which `measure` doesn't get
 * @returns null where the figures went to the command that asked for them: nothing is left to do
 */
export async function underEachNode<Figures>(
  command: string,
  args: readonly string[],
  measure: (args: string[]) => Promise<Figures>,
  part: readonly string[] = [],
): Promise<Run<Figures>[] | null> {
  if (args[0] === FIGURES) {
    const run: Run<Figures> = { node: process.version, figures: await measure(args.slice(1)) };
    await new Promise((resolve) => process.send?.(run, resolve));
    process.disconnect();
    return null;
  }
  const { nodes, rest } = readNodes(args);
  if (nodes.length === 0) return [{ node: process.version, figures: await measure(rest) }];
  const runs: Run<Figures>[] = [];
  for (const node of nodes) runs.push(await runUnder(node, [command, FIGURES, ...part, ...rest]));
  return runs;
}

/** @throws Error with one sentence for the option without a path */
export function readNodes(args: readonly string[]): { nodes: string[]; rest: string[] } {
  const isPath = (at: number) => args[at - 1] === "--node";
  const nodes = args.filter((_, at) => isPath(at));
  const rest = args.filter((arg, at) => arg !== "--node" && !isPath(at));
  if (args.at(-1) === "--node") throw new Error("--node needs the path of a Node program.");
  return { nodes, rest };
}

function runUnder<Figures>(node: string, args: string[]): Promise<Run<Figures>> {
  return new Promise((resolve, reject) => {
    const child = fork(process.argv[1] ?? "", args, { execPath: node, serialization: "advanced" });
    child.once("message", (run) => resolve(run as Run<Figures>));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`measuring under ${node} ended with ${code}`)));
  });
}
