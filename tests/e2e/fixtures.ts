import { test as base, expect } from "@playwright/test";
import { measurePace } from "@/tools/process/pace";
import { processorTime } from "@/tools/process/processor-time";
import type { WorldName } from "@/tools/worlds/worlds";
import { BASE_URL, STAGE_PIDS } from "./addresses";
import { type Account, openWorld } from "./api";
import { endConnections } from "./books";

interface Guard {
  /** Console errors that this test causes, such as a refused sign-in. */
  expectedErrors: RegExp[];
  consoleGuard: undefined;
  aloneInQuickBooks: undefined;
  processorTime: undefined;
}

/** Every test fails on a console error or uncaught exception that it does not expect. */
export const test = base.extend<Guard>({
  expectedErrors: [[], { option: true }],
  processorTime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, testInfo) => {
      const spent = () => processorTime([...STAGE_PIDS, process.pid]);
      const before = spent();
      await use(undefined);
      const after = spent();
      if (before === undefined || after === undefined) return;
      const description = String(after - before);
      testInfo.annotations.push({ type: "processorMs", description });
      testInfo.annotations.push({ type: "paceMs", description: String(measurePace()) });
    },
    { auto: true },
  ],
  // A product says when two of its companies have the same books; those of earlier tests are over.
  aloneInQuickBooks: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await endConnections();
      await use(undefined);
    },
    { auto: true },
  ],
  consoleGuard: [
    async ({ page, expectedErrors }, use) => {
      const unexpected: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((pattern) => pattern.test(text))) unexpected.push(text);
      };
      page.on("pageerror", (error) => note(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") note(`${message.text()} (${message.location().url})`);
      });
      await use(undefined);
      // A handler that still waits would fail the test when the page closes under it.
      if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
      expect(unexpected, "console errors").toEqual([]);
    },
    { auto: true },
  ],
});

interface SignedIn {
  account: Account;
}

/** Signed in as the owner of a private copy of a world. */
function signedInTo(world: WorldName) {
  return test.extend<SignedIn>({
    account: async ({ aloneInQuickBooks: _ }, use) => use(await openWorld(world)),
    storageState: async ({ account: { token, user } }, use) =>
      use({
        cookies: [],
        origins: [
          {
            origin: new URL(BASE_URL).origin,
            localStorage: [
              { name: "authToken", value: token },
              { name: "isAuthenticated", value: "true" },
              { name: "userData", value: JSON.stringify(user) },
            ],
          },
        ],
      }),
  });
}

/** Signed in as a new, empty company. */
export const signedInTest = signedInTo("company");

/** The small sample, synced, matched and posted. */
export const connectedTest = signedInTo("posted").extend<{ connected: Account }>({
  connected: async ({ account }, use) => use(account),
});

export { expect };
