import { defineConfig, devices } from "@playwright/test";

const { E2E_CHROMIUM, E2E_STAGES, TEST_PARALLEL_INDEX = "0" } = process.env;

// The products under test, one for each worker, are started by tools/checks/e2e.ts (npm test, npm run e2e),
// which passes their addresses in E2E_STAGES.
const stages: { baseUrl: string }[] = JSON.parse(E2E_STAGES ?? "[]");
const baseURL = stages[Number(TEST_PARALLEL_INDEX)]?.baseUrl;

/** A second list replaces Playwright's own, which comes first here (its server/chromium/chromiumSwitches). */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // The address bar's popup: a page in every window that nobody sees, as costly as the page under test.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

export default defineConfig({
  testDir: "tests",
  projects: [
    { name: "e2e", testMatch: "**/e2e/**/*.spec.ts" },
    // What is too long for every change, and the tests that show every screen: here in every look (e2e/axe.ts).
    {
      name: "exhaustive",
      testMatch: ["**/exhaustive/**/*.spec.ts", "**/e2e/**/*.spec.ts"],
      grep: /\bexhaustive\/|@looks/,
    },
  ],
  // Waits are for conditions, never for a time: this long, so that a busy machine fails no test.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: Math.max(1, stages.length),
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  outputDir: "test-results",
  use: {
    ...devices["Desktop Chrome"],
    ...(baseURL && { baseURL }),
    // What never happens ends with its own name, not with the whole test's time.
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    locale: "en-US",
    // Odd on purpose: a calendar date that shifts with the time zone shows up at once.
    timezoneId: "Pacific/Chatham",
    // Nothing is measured or pressed while it moves; the two long ways of a user (whole-way, month) keep the motion.
    contextOptions: { reducedMotion: "reduce" },
    // Tracing takes a seventh of the time, so only the repetition of a failed test is traced.
    trace: { mode: "on-first-retry", screenshots: false },
    launchOptions: {
      ...(E2E_CHROMIUM && { executablePath: E2E_CHROMIUM }),
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${disabledFeatures.join(",")}`,
      ],
    },
  },
});
