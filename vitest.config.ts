import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./tests/setup/longest-first";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)) };

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
          include: ["tests/unit/**/*.test.ts"],
          environment: "node",
          // A busy machine is no failure.
          testTimeout: 30_000,
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
          globalSetup: ["tests/setup/database.ts"],
          setupFiles: ["tests/setup/integration.ts"],
          // Long for a busy machine: what hangs still ends.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
