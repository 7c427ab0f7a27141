import { join } from "node:path";
import { runChild } from "../process/child";
import type { Environment } from "../process/environment";
import type { Scope } from "../process/supervise";
import { nextProgram } from "../product/next-program";
import { environmentWithoutSettings } from "../product/settings";
import { oneCheck, type Tally, vitestTally } from "./tally";

const program = (name: string, path: string) => join("node_modules", name, path);

type Step = [name: string, ...commands: string[][]];

const ROOMS = "app components lib server matching emulators tools bench prisma tests".split(" ");

/** Each runs on Node. The types of Next's routes are generated before they are checked. */
const STEPS = {
  format: [
    "format and lint",
    [program("@biomejs/biome", "bin/biome"), "ci", "--colors=off", "--error-on-warnings", "."],
  ],
  structure: [
    "structure",
    [
      program("dependency-cruiser", "bin/dependency-cruise.mjs"),
      ...["--config", ".dependency-cruiser.cjs", ...ROOMS],
    ],
  ],
  unused: ["unused code", [program("knip", "bin/knip.js")]],
  types: ["types", [nextProgram(), "typegen"], [program("typescript", "bin/tsc"), "--noEmit"]],
} satisfies Record<string, Step>;

/**
 * Formatter, linter, structure, unused code and unit tests, cheapest first, in parallel with the types: no
 * database, under a minute. Prints each result as it arrives, with the output of failures.
 */
export async function verify(
  scope: Scope,
  reports: string,
  log: (line: string) => void,
): Promise<Tally[]> {
  const types = runStep(scope, STEPS.types, log);
  const tallies = [];
  for (const step of [STEPS.format, STEPS.structure, STEPS.unused]) {
    tallies.push(await runStep(scope, step, log));
  }
  return Promise.all([...tallies, types, runVitest(scope, "unit", reports, log)]);
}

async function runStep(
  scope: Scope,
  [name, ...commands]: Step,
  log: (line: string) => void,
): Promise<Tally> {
  const started = Date.now();
  for (const command of commands) {
    const lines: string[] = [];
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
    const onLine = (line: string) => lines.push(line);
    const code = await runChild(scope, process.execPath, command, { env, onLine });
    if (code !== 0) {
      log([...lines, `✗ ${name}`].join("\n"));
      return oneCheck(name, false);
    }
  }
  log(`✓ ${name} (${seconds(started)} s)`);
  return oneCheck(name, true);
}

/**
 * Runs one kind of Vitest tests and counts them. A failed one is repeated once.
 * @param args more of Vitest's arguments, such as files.
 */
export async function runVitest(
  scope: Scope,
  project: "unit" | "integration" | "exhaustive",
  reports: string,
  log: (line: string) => void,
  { args: more = [], env = {} }: { args?: string[]; env?: Environment } = {},
): Promise<Tally> {
  const started = Date.now();
  const report = join(reports, `${project}.json`);
  const args = [
    program("vitest", "vitest.mjs"),
    "run",
    // The unit tests are two projects, see vitest.config.ts.
    `--project=${project}*`,
    "--passWithNoTests",
    ...(project === "unit" ? [] : ["--retry=1"]),
    "--reporter=dot",
    "--reporter=tests/support/json-report.ts",
    `--outputFile.json=${report}`,
    ...more,
  ];
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  const code = await runChild(scope, process.execPath, args, {
    env: { ...environmentWithoutSettings(), ...env },
    onLine,
  });
  const tally = await vitestTally(`${project} tests`, report, code);
  if (tally.failed > 0) log(lines.join("\n"));
  // Vitest's own: where the time went.
  const duration = lines.find((line) => /Duration .*transform/.test(line));
  if (duration) log(duration.trim());
  const mark = tally.failed > 0 ? "✗" : "✓";
  log(
    `${mark} ${tally.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds(started)} s)`,
  );
  return tally;
}

function seconds(started: number): number {
  return Math.round((Date.now() - started) / 1000);
}
