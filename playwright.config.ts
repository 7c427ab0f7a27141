import { defineConfig, devices } from "@playwright/test";

const { E2E_BASE_URL, E2E_CHROMIUM } = process.env;

// The product under test is started by scripts/lib/e2e.ts (npm test, npm run e2e), which passes its
// addresses in E2E_* variables.
export default defineConfig({
  testDir: "tests/e2e",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  outputDir: "test-results",
  use: {
    ...devices["Desktop Chrome"],
    ...(E2E_BASE_URL && { baseURL: E2E_BASE_URL }),
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
