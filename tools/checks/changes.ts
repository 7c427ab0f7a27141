import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { git } from "./git";

/** Which tests to run. */
export interface Changes {
  isAll: boolean;
  /** Files of tests; all of them where `isAll`. */
  integration: string[];
  endToEnd: string[];
  /** One line for the user. */
  text: string;
}

/** Whatever reaches every test: the schema, the packages, the emulators, the tests' and commands' own foundations. */
const REACHES_ALL =
  /^(prisma|tools|emulators|tests\/support|tests\/worlds|server\/(platform|http|providers|worker))\/|^lib\/contracts\/|^[^/]+\.(json|ts|mjs|cjs)$|^\.npmrc$/;
/** What the browser is served. */
const SERVED = /^(app|components|lib|matching\/engine|server|public)\//;

export function everything(text = "All tests."): Changes {
  return { isAll: true, integration: ["all"], endToEnd: ["all"], text };
}

/**
 * The tests that the changes since the main branch can reach; all where that isn't certain. For working, not for CI.
 */
export async function reachedByChanges(): Promise<Changes> {
  const base = await mergeBase();
  if (base === undefined) return everything("All tests: there is no main branch to compare with.");
  const changed = await changedFiles(base);
  // A test file that is gone can't run; that it went changes nothing else.
  const present = changed.filter((file) => !isTest(file) || existsSync(file));
  return reachedBy(present, await relatedTests(base));
}

/** The test files that differ from the main branch. */
export async function changedTests(): Promise<string[]> {
  const base = await mergeBase();
  return base === undefined ? [] : (await changedFiles(base)).filter(isTest).filter(existsSync);
}

/**
 * @param changed files, relative to the project's folder.
 * @param related integration tests that import one of them.
 */
export function reachedBy(changed: readonly string[], related: readonly string[]): Changes {
  const forcing = changed.find((file) => REACHES_ALL.test(file));
  if (forcing) return everything(`All tests, because ${forcing} has changed.`);
  const isHelper = (file: string) => /^tests\/(e2e|integration)\//.test(file) && !isTest(file);
  const helper = changed.find(isHelper);
  if (helper) return everything(`All tests, because ${helper} has changed.`);
  const integration = new Set([...related, ...changed.filter(isIntegration)]);
  const isServed = changed.some((file) => SERVED.test(file));
  const endToEnd = isServed ? ["tests/e2e"] : changed.filter(isEndToEnd);
  const count = (files: number, all: boolean) => (all ? "all" : String(files));
  const text = `Unit tests, ${integration.size} files of integration tests and ${count(endToEnd.length, isServed)} of end-to-end tests: what ${changed.length} changed files reach.`;
  return { isAll: false, integration: [...integration].sort(), endToEnd, text };
}

const isTest = (file: string) => /\.(test|spec)\.ts$/.test(file);
const isIntegration = (file: string) => /^tests\/integration\/.*\.test\.ts$/.test(file);
const isEndToEnd = (file: string) => /^tests\/e2e\/.*\.spec\.ts$/.test(file);

/** Changed since then, committed or not. */
async function changedFiles(base: string): Promise<string[]> {
  const committed = await git("diff", "--name-only", base);
  const untracked = await git("ls-files", "--others", "--exclude-standard");
  return [...committed.split("\n"), ...untracked.split("\n")].filter((file) => file !== "");
}

/** Where the changes began; on the main branch itself, what is not committed. */
async function mergeBase(): Promise<string | undefined> {
  for (const branch of ["origin/main", "main"]) {
    const base = await git("merge-base", "HEAD", branch).catch(() => undefined);
    if (base) return base.trim();
  }
  return undefined;
}

/** The integration tests that import what has changed since then, through Vite's graph: routes are part of it. */
async function relatedTests(base: string): Promise<string[]> {
  const vitest = "node_modules/vitest/vitest.mjs";
  const args = ["list", `--changed=${base}`, "--filesOnly", "--project=integration*"];
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, ...args]);
  return stdout.split("\n").flatMap((line) => /tests\/integration\/\S+\.test\.ts/.exec(line) ?? []);
}
