import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import LongestFirst from "./tests/support/longest-first";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)) };

/** Waits are for conditions, never for a time: this long, so that a busy machine fails no test. */
const WAIT_MS = 300_000;
const BOUND_MS = 600_000;

const STATELESS = [
  "emulators/tests/**/*.test.ts",
  "matching/tests/**/*.test.ts",
  "tests/unit/{bench,server/providers}/**/*.test.ts",
];

const DATABASE = ["tests/integration/**/*.test.ts"];

/** They change what a process has but once: its log, its metrics, its list of providers, a module. */
const ALONE = [
  "backup",
  "backup-refusals",
  "company-lock",
  "engine-bounds",
  "equal-work",
  "fourth-processor",
  "log-secrets",
  "metrics",
  "secure-cookies",
  "telemetry",
].map((name) => `tests/integration/${name}.test.ts`);

/** No unit test talks to a database; modules that read their settings find some. */
const WITHOUT_DATABASE = {
  env: {
    DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
    APP_SECRET: "unit-tests-only-not-a-secret-0123456789",
    LOG_LEVEL: "silent",
  },
};
const SHARING_PROVIDERS = {
  ...WITHOUT_DATABASE,
  setupFiles: ["tests/support/no-installation.ts"],
};
const ON_DATABASE = {
  globalSetup: ["tests/support/database.ts"],
  setupFiles: ["tests/support/integration.ts"],
};

function tests(
  name: string,
  setUp: typeof WITHOUT_DATABASE | typeof ON_DATABASE,
  files: { include: string[]; exclude?: string[]; isolate?: boolean },
): TestProjectConfiguration {
  return {
    resolve: { alias },
    test: {
      name,
      ...setUp,
      ...files,
      environment: "node",
      testTimeout: BOUND_MS,
      hookTimeout: BOUND_MS,
      expect: { poll: { timeout: WAIT_MS } },
    },
  };
}

// An odd time zone on purpose: a calendar date that shifts shows up at once.
process.env.TZ = "Pacific/Chatham";

export default defineConfig({
  resolve: { alias },
  test: {
    // More workers than processors only compete with PostgreSQL, and each takes about thirty of its 200 connections.
    maxWorkers: Math.min(4, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    projects: [
      // What keeps no state for the process shares its modules: loading them for each file was half the time.
      tests("unit", SHARING_PROVIDERS, { include: STATELESS, isolate: false }),
      tests("unit, isolated", WITHOUT_DATABASE, {
        include: ["tests/unit/**/*.test.ts"],
        exclude: STATELESS,
      }),
      // A process for each file took a third of all time, so most files share a few.
      tests("worlds", ON_DATABASE, { include: ["tests/worlds/build.test.ts"] }),
      tests("integration", ON_DATABASE, { include: DATABASE, exclude: ALONE, isolate: false }),
      tests("integration, isolated", ON_DATABASE, { include: ALONE }),
      tests("exhaustive", ON_DATABASE, { include: ["tests/exhaustive/**/*.test.ts"] }),
    ],
  },
});
