import { expect, signedInTest } from "./fixtures";
import { hold } from "./held";
import { matchButton, QUICKBOOKS, row, STRIPE, THREE_CHARGES } from "./manual-panel";
import { type SeededDeposit, seedBooks } from "./seed-books";

signedInTest.describe("when something fails", () => {
  signedInTest.use({ expectedErrors: [/Failed to load resource/] });
  const problem = (message: string) => ({
    status: 500,
    json: { message, code: "internal", request_id: "e2e-request" },
  });

  signedInTest("the lists say so, and load on Retry", async ({ page, account }) => {
    await seedBooks(account, THREE_CHARGES);
    await page.route("**/qb/get-payment/", (route) => route.fulfill(problem("no")));
    await page.route("**/qb/deposit-status/**", (route) => route.fulfill(problem("no")));
    await page.goto("/manual-match");
    const toasts = page.getByRole("region", { name: /Notifications/ });
    await expect(toasts.getByText("Error", { exact: true })).toBeVisible();
    await expect(toasts.getByText("Failed to fetch QuickBooks transactions")).toBeVisible();
    await expect(toasts.getByText("Failed to fetch pending deposits")).toBeVisible();
    await expect(page.getByText("e2e-request")).toHaveCount(2);
    await page.unroute("**/qb/get-payment/");
    await page.unroute("**/qb/deposit-status/**");
    for (const list of [STRIPE, QUICKBOOKS]) {
      await page.getByRole("region", { name: list }).getByRole("button", { name: "Retry" }).click();
      await expect(page.getByRole("listbox", { name: list })).toBeVisible();
    }
  });

  signedInTest(
    "a match that is refused, or gets no answer, keeps the selection",
    async ({ page, account }) => {
      await seedBooks(account, THREE_CHARGES);
      await page.goto("/manual-match");
      await row(page, STRIPE, /70\.00/).click();
      await row(page, QUICKBOOKS, /Mary/).click();
      await page.route("**/qb/match-transaction/", (route) => route.fulfill(problem("Not now.")));
      await matchButton(page).click();
      await expect(page.getByText("Failed to match transactions")).toBeVisible();
      await expect(page.getByText("Not now.")).toBeVisible();
      await page.unroute("**/qb/match-transaction/");
      await page.route("**/qb/match-transaction/", (route) => route.abort());
      await matchButton(page).click();
      await expect(page.getByText("Error matching transactions. Please try again.")).toBeVisible();
      await page.unroute("**/qb/match-transaction/");
      await matchButton(page).click();
      await expect(page.getByText("Transactions matched successfully")).toBeVisible();
    },
  );

  signedInTest(
    "a press ahead of the sums counts once they are known",
    async ({ page, account }) => {
      await seedBooks(account, THREE_CHARGES);
      let release = () => {};
      const pressed = new Promise<void>((resolve) => {
        release = resolve;
      });
      let failing = true;
      await page.route("**/qb/deposit/?**", async (route) => {
        await pressed;
        await (failing ? route.fulfill(problem("Not now.")) : route.continue());
      });
      await page.goto("/manual-match");
      await row(page, STRIPE, /70\.00/).click();
      await row(page, QUICKBOOKS, /Mary/).click();
      await matchButton(page).click();
      await expect(matchButton(page)).toBeDisabled();
      release();
      await expect(page.getByText("Failed to match transactions")).toBeVisible();
      failing = false;
      await matchButton(page).click();
      await expect(page.getByText("Transactions matched successfully")).toBeVisible();
    },
  );

  signedInTest("a difference is booked only when it was on screen", async ({ page, account }) => {
    await seedBooks(account, THREE_CHARGES);
    const bank = { Id: "31", Name: "Bank charges", group: "Expense", currency: "USD" };
    const json = { accounts: [bank], home_currency: "USD" };
    await page.route("**/qb/accounts/", (route) => route.fulfill({ json }));
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().includes("match-transaction")) sent += 1;
    });
    await page.goto("/manual-match");
    await row(page, STRIPE, /70\.00/).click();
    await row(page, QUICKBOOKS, /Zoë/).click();
    await page.getByRole("combobox", { name: /Record the .* difference to/ }).click();
    await page.getByRole("option", { name: "Bank charges" }).click();
    await expect(page.getByText("Adds up to the cent")).toBeVisible();

    const release = await hold(page, "/qb/deposit/?**");
    await row(page, STRIPE, /70\.00/).click();
    await row(page, STRIPE, /145\.05/).click();
    await matchButton(page).click();
    await expect(matchButton(page)).toBeDisabled();
    release();
    await expect(page.getByText("The totals differ.")).toBeVisible();
    await expect(matchButton(page)).toBeEnabled();
    expect(sent).toBe(0);
  });

  signedInTest(
    "indistinguishable payments are refused by the server",
    async ({ page, account }) => {
      const line = { amount: 29_00, customer: "" };
      await seedBooks(account, {
        deposits: ["po_a", "po_b"].map((id): SeededDeposit => ({ id, lines: [line] })),
        payments: [
          { id: "1", amount: 29_00, customer: "Ada Lovelace" },
          { id: "2", amount: 29_00, customer: "Grace Hopper" },
        ],
      });
      await page.goto("/manual-match");
      await row(page, STRIPE, /29\.00/)
        .first()
        .click();
      await row(page, STRIPE, /29\.00/)
        .last()
        .click();
      await row(page, QUICKBOOKS, /Ada/).click();
      await row(page, QUICKBOOKS, /Grace/).click();
      await expect(page.getByText(/Some amounts fit several deposits/)).toBeVisible();
      const refused = page.waitForResponse((response) =>
        response.url().includes("match-transaction"),
      );
      await matchButton(page).click();
      expect((await refused).status()).toBe(422);
      await expect(page.getByText("Failed to match transactions")).toBeVisible();
      await expect(
        page.getByText(
          "These payments can be split in more than one way. Match one deposit at a time.",
        ),
      ).toBeVisible();
    },
  );

  signedInTest("a deposit that is not there is said to be gone", async ({ page, account }) => {
    await seedBooks(account, THREE_CHARGES);
    await page.goto("/manual-match?deposit=2000000000");
    await expect(
      page.getByText("The deposit you're looking for doesn't exist or has been removed."),
    ).toBeVisible();
  });
});
