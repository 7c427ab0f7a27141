import { test as base, expect } from "@playwright/test";
import { providerEndpoints } from "@/lib/contracts/providers";
import { BASE_URL, STRIPE_KEY } from "./addresses";
import { type Account, callApi, resetSandbox, signUp } from "./api";
import { connectQuickbooks } from "./sandbox";

interface Guard {
  /** Console errors that this test causes, such as a refused sign-in. */
  expectedErrors: RegExp[];
  consoleGuard: undefined;
}

/** Every test fails on a console error or uncaught exception that it does not expect. */
export const test = base.extend<Guard>({
  expectedErrors: [[], { option: true }],
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

/** Signed in as a new, empty company. */
export const signedInTest = test.extend<SignedIn>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  account: async ({}, use) => use(await signUp()),
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

/** A new company connected to fresh emulators, with its settings chosen and synced once. */
export const connectedTest = signedInTest.extend<{ connected: Account }>({
  connected: [
    async ({ account }, use) => {
      const { token } = account;
      await resetSandbox();
      await callApi(providerEndpoints.stripe.connectByKey, {
        token,
        body: { secret_key: STRIPE_KEY },
      });
      await connectQuickbooks(token);
      const { banks } = await callApi(providerEndpoints.quickbooks.listBanks, { token });
      const { expenses } = await callApi(providerEndpoints.quickbooks.listExpenses, { token });
      const [bank, category] = [banks[0], expenses[0]];
      if (!bank || !category)
        throw new Error("the emulator's company has no bank or expense account");
      await callApi(providerEndpoints.quickbooks.saveBank, {
        token,
        body: { bank_id: bank.Id, bank_name: bank.Name },
      });
      await callApi(providerEndpoints.stripe.saveCategory, { token, body: { category } });
      await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
      // What a test adds to QuickBooks later may be missed by a first sync that still runs.
      await callApi(providerEndpoints.quickbooks.sync, { token, query: "?wait=100" });
      await use(account);
    },
    // Its time does not count as the test's.
    { timeout: 600_000 },
  ],
});

export { expect };
