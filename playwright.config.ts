import { defineConfig, devices } from "@playwright/test";

const { E2E_CHROMIUM, E2E_STAGES, TEST_PARALLEL_INDEX = "0" } = process.env;

// The products under test, one for each worker, are started by scripts/lib/e2e.ts (npm test, npm run e2e),
// which passes their addresses in E2E_STAGES.
const stages: { baseUrl: string }[] = JSON.parse(E2E_STAGES ?? "[]");
const baseURL = stages[Number(TEST_PARALLEL_INDEX)]?.baseUrl;

export default defineConfig({
  testDir: "tests/e2e",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: Math.max(1, stages.length),
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  outputDir: "test-results",
  use: {
    ...devices["Desktop Chrome"],
    ...(baseURL && { baseURL }),
    locale: "en-US",
    // Odd on purpose: a calendar date that shifts with the time zone shows up at once.
    timezoneId: "Pacific/Chatham",
    trace: "retain-on-failure",
    launchOptions: {
      ...(E2E_CHROMIUM && { executablePath: E2E_CHROMIUM }),
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
