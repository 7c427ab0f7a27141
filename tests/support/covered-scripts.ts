/** The tests that run an npm script. */
interface Coverage {
  /** Files that run it or what it consists of; each names it. */
  by: readonly string[];
  /** What of it runs there, where it isn't the whole script. */
  form?: string;
}

/** Runs every script that no other test runs, in its smallest form. */
export const SCRIPTS = "tests/exhaustive/scripts.test.ts";

/**
 * Every script of package.json and of the documents, by the tests that run it: `npm test` runs those in
 * tests/unit, tests/integration and tests/e2e, `npm run test:all` also those in tests/exhaustive. To add a script,
 * add it to package.json, give it a test, and a line here; tests/unit/tools/scripts.test.ts compares them.
 */
export const COVERED_SCRIPTS: Readonly<Record<string, Coverage>> = {
  admin: { by: ["tests/integration/admin-command.test.ts"] },
  advisories: {
    by: ["tools/checks/parts.ts", "tests/unit/tools/checks/advisories.test.ts"],
    form: "a part of npm run test:all; reading its answers",
  },
  backup: {
    by: [SCRIPTS, "tests/integration/backup.test.ts", "tests/integration/backup-refusals.test.ts"],
  },
  "bench:api": { by: [SCRIPTS], form: "--smallest" },
  "bench:fair": { by: [SCRIPTS], form: "--smallest" },
  "bench:load": { by: [SCRIPTS], form: "two companies for two seconds; --streams --smallest" },
  "bench:matching": { by: [SCRIPTS], form: "one shape with few lines" },
  "bench:reliability": {
    by: [SCRIPTS],
    form: "--smallest; more cells and kills are exhaustive tests",
  },
  "bench:rolling": { by: [SCRIPTS], form: "two companies for two seconds" },
  "bench:sync": { by: [SCRIPTS], form: "--smallest" },
  "bench:two-instances": { by: [SCRIPTS], form: "--smallest" },
  "bench:web": { by: [SCRIPTS], form: "--smallest" },
  build: { by: [SCRIPTS, "tools/checks/e2e.ts"] },
  demo: { by: [SCRIPTS] },
  dev: { by: [SCRIPTS] },
  e2e: { by: ["tools/checks/parts.ts"], form: "a part of npm test" },
  match: { by: [SCRIPTS, "matching/tests/command/cli.test.ts"] },
  migrate: { by: [SCRIPTS, "tests/integration/migrate.test.ts"] },
  migration: { by: [SCRIPTS] },
  restore: {
    by: [SCRIPTS, "tests/integration/backup.test.ts", "tests/integration/backup-refusals.test.ts"],
  },
  resume: { by: [SCRIPTS] },
  "test-mail": { by: [SCRIPTS] },
  "rotate-keys": { by: [SCRIPTS, "tests/integration/rotate-keys.test.ts"] },
  screenshots: { by: [SCRIPTS], form: "one screen" },
  "smoke:image": { by: [SCRIPTS], form: "where Docker, Podman or Buildah can run a container" },
  start: { by: [SCRIPTS] },
  test: { by: [".ci/run"] },
  "test:all": {
    by: ["tools/commands/test-all.ts", "tests/unit/tools/checks/parts.test.ts"],
    form: "the order of its parts; it can't be a part of itself",
  },
  "test:flaky": { by: [SCRIPTS], form: "one unit test, once" },
  verify: { by: ["tools/checks/parts.ts"], form: "a part of npm test" },
  worker: { by: [SCRIPTS, "tests/integration/graceful-stop.test.ts"] },
};
