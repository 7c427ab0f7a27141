import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./tests/support/longest-first";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)) };

/** Waits are for conditions, never for a time: this long, so that a busy machine fails no test. */
const WAIT_MS = 900_000;
const BOUND_MS = 1_200_000;

// An odd time zone on purpose: a calendar date that shifts shows up at once.
process.env.TZ = "Pacific/Chatham";

export default defineConfig({
  resolve: { alias },
  test: {
    // Integration tests mostly wait for rate limits and clocks.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          // Half their time was loading the same modules again for each file.
          isolate: false,
          include: ["tests/unit/**/*.test.ts"],
          environment: "node",
          testTimeout: BOUND_MS,
          hookTimeout: BOUND_MS,
          expect: { poll: { timeout: WAIT_MS } },
          // No unit test talks to a database; modules that read their settings find some.
          env: {
            DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
            APP_SECRET: "unit-tests-only-not-a-secret-0123456789",
            LOG_LEVEL: "silent",
          },
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          include: ["tests/{integration,reliability}/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/support/database.ts"],
          setupFiles: ["tests/support/integration.ts"],
          testTimeout: BOUND_MS,
          hookTimeout: BOUND_MS,
          expect: { poll: { timeout: WAIT_MS } },
        },
      },
    ],
  },
});
