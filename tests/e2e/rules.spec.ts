import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { companyList } from "@/lib/contracts/companies";
import { depositList } from "@/lib/contracts/deposits";
import { providerEndpoints } from "@/lib/contracts/providers";
import { createRule, listRules, switchRule } from "@/lib/contracts/rules";
import { addDays } from "@/lib/dates";
import { callApi, signUp } from "./api";
import { axeFindings, inEveryLook, LOOKED_AT, OPPOSITE_LOOKS } from "./axe";
import { withBooks } from "./books";
import { browserOf, seedMember } from "./colleagues";
import { addPayout } from "./emulators";
import { expect, signedInTest, connectedTest as test } from "./fixtures";
import { seedBooks } from "./seed-books";

const list = (page: Page) => page.getByRole("list", { name: "Rules" });
const wait = (description: string) => ({
  integration_type: "stripe" as const,
  conditions: {
    ...{ kind: "charge" as const, description, customer: "any" as const, customer_name: "" },
    ...{ amount_from: null, amount_to: null, currency: null, after_days: 0 },
  },
  outcome: { do: "wait" as const, days: 30, note: "" },
});

/** A payout with a donation that QuickBooks lacks, synced. */
async function donation(token: string): Promise<number> {
  // The company may count another day than the emulator, and a payout arrives a day later.
  const date = addDays(new Date().toISOString().slice(0, 10), -4);
  const { id: payoutId } = await addPayout({
    date,
    charges: [{ amount: 25_00, description: "Donation 17" }],
  });
  await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
  await callApi(providerEndpoints.quickbooks.sync, { token, query: "?wait=100" });
  const { deposits } = await callApi(depositList, { token });
  return deposits.find(({ source_id }) => source_id === payoutId)?.id ?? 0;
}

test("a rule is made, counted, switched on, and decides about what is open", async ({
  page,
  connected: { token },
}) => {
  test.slow();
  const id = await donation(token);
  await page.goto("/settings?tab=rules");
  await expect(page.getByText("No rules yet")).toBeVisible();
  await page.getByRole("button", { name: "New rule" }).click();
  const editor = page.getByRole("dialog", { name: "New rule" });
  const preview = editor.getByRole("region", { name: "Preview", exact: true });
  await editor.getByLabel("Description contains").fill("Donation");
  await editor.getByLabel("Customer at the processor").selectOption("No customer");
  await editor.getByLabel("Days after the payout").fill("0");
  await expect(preview).toContainText("1 line in the last 90 days, 25.00 USD in all.");
  await editor.getByRole("button", { name: "Save rule" }).click();
  await expect(editor.getByText("Choose a product or service.")).toBeVisible();
  const item = editor.getByLabel("Product or service");
  await item.selectOption({ index: 1 });
  const name = await item.locator("option:checked").textContent();
  await editor.getByRole("button", { name: "Save rule" }).click();
  await expect(page.getByText("Rule saved. It's off until it is switched on.")).toBeVisible();
  const words = `Stripe charges described 'Donation' without a customer → sales receipt for the line's own customer, item '${name}'`;
  await expect(list(page)).toContainText(words);

  const toggle = list(page).getByRole("switch", { name: "On" });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  const question = page.getByRole("alertdialog", { name: "Switch this rule on?" });
  await expect(question).toContainText("It covers 1 line in the last 90 days");
  await expect(question).toContainText("1 is open now and may be decided at once.");
  await question.getByRole("button", { name: "Switch on" }).click();
  await expect(toggle).toBeChecked();
  await expect(async () => {
    const { deposits } = await callApi(depositList, { token });
    const deposit = deposits.find((each) => each.id === id);
    expect(["matched", "posted"]).toContain(deposit?.status);
  }).toPass();

  await page.reload();
  await page.getByRole("button", { name: "What it did" }).click();
  const done = page.getByRole("dialog", { name: "What the rule did" });
  await expect(done.getByRole("list", { name: "Lines" })).toContainText("Sales receipt of 25.00");
  await done.getByRole("link", { name: "Donation 17" }).click();
  await page.getByRole("button", { name: "Show History" }).click();
  await expect(page.getByText(`Rule: ${words}`).first()).toBeVisible();
});

signedInTest(
  "a bookkeeper can't let another rule that is on take over, and reads why",
  async ({ browser, account }) => {
    const { token } = account;
    await seedBooks(account, { deposits: [] });
    for (const text of ["First", "Second", "Third"]) {
      const { rule } = await callApi(createRule, { token, body: wait(text) });
      const body = { rule_id: rule.id, active: true };
      if (text !== "Third") await callApi(switchRule, { token, body });
    }
    const bookkeeper = await signUp();
    await seedMember(account, bookkeeper, "bookkeeper");
    const { current } = await callApi(companyList, { token });
    const context = await browserOf(browser, bookkeeper);
    const page = await context.newPage();
    await page.goto(`/settings?tab=rules&company=${current}`);
    const row = (text: string) => list(page).getByRole("listitem").filter({ hasText: text });
    const button = (text: string, name: string) => row(text).getByRole("button", { name });
    await expect(row("First")).toContainText("another active rule would apply to its lines");
    for (const name of ["Edit", "Delete", "Move down"]) {
      await expect(button("First", name), name).toBeDisabled();
    }
    await expect(row("First").getByRole("switch")).toHaveCount(0);
    // Nothing comes after the second: less is booked without it.
    await expect(row("Second").getByRole("switch")).toBeEnabled();
    await expect(button("Second", "Delete")).toBeEnabled();
    await expect(button("Second", "Move up")).toBeDisabled();
    await expect(button("Third", "Move up")).toBeEnabled();
    await context.close();
  },
);

signedInTest(
  "the order changes by keyboard, and a deleted rule comes back",
  async ({ page, account }) => {
    await seedBooks(account, { deposits: [] });
    const { token } = account;
    for (const text of ["First", "Second", "Third"]) {
      await callApi(createRule, { token, body: wait(text) });
    }
    const order = async () => {
      const { rules } = await callApi(listRules, { token });
      return rules.map(({ conditions }) => conditions.description);
    };
    // The first move is late: the second is saved after it even so.
    await page.route(
      "**/rules/order/",
      async (route) => {
        await delay(1_000);
        await route.continue();
      },
      { times: 1 },
    );
    await page.goto("/settings?tab=rules");
    const row = (text: string) => list(page).getByRole("listitem").filter({ hasText: text });
    const up = row("Third").getByRole("button", { name: "Move up" });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Rule moved to place 2 of 3")).toBeAttached();
    await expect(up).toBeFocused();
    await page.keyboard.press("Enter");
    // At the top only the way down is left.
    await expect(row("Third").getByRole("button", { name: "Move down" })).toBeFocused();
    await expect.poll(order).toEqual(["Third", "First", "Second"]);

    await row("First").getByRole("button", { name: "Delete" }).click();
    await expect(row("First")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(row("First")).toBeVisible();
    expect(await order()).toEqual(["Third", "First", "Second"]);

    await row("Second").getByRole("button", { name: "Edit" }).click();
    const editor = page.getByRole("dialog", { name: "Edit rule" });
    await expect(editor.getByLabel("Action")).toHaveValue("wait");
    await editor.getByLabel("Days", { exact: true }).fill("0");
    await editor.getByRole("button", { name: "Save rule" }).click();
    await expect(editor.getByText("Enter 1 to 365 days.")).toBeVisible();
    await editor.getByLabel("Days", { exact: true }).fill("12");
    await editor.getByLabel("Days", { exact: true }).press("Enter");
    await expect(row("Second")).toContainText("postpone for 12 days");
    await expect(row("Second").getByRole("button", { name: "Edit" })).toBeFocused();
  },
);

signedInTest(
  "axe finds no violations on the list and in the editor",
  LOOKED_AT,
  async ({ page, account }) => {
    signedInTest.slow();
    // The company's day may be the one before.
    const day = addDays(new Date().toISOString().slice(0, 10), -1);
    await seedBooks(account, {
      deposits: [{ id: "po_1", date: day, lines: [{ amount: 30_00, customer: "Ann Baker" }] }],
    });
    const expectNothing = (what: string) =>
      inEveryLook(
        page,
        async (look) => expect(await axeFindings(page), `${what} ${look}`).toEqual([]),
        OPPOSITE_LOOKS,
      );
    await page.goto("/settings?tab=rules");
    await expect(page.getByText("No rules yet")).toBeVisible();
    await expectNothing("no rules");
    const words = "An unusually long description that has to break on a telephone";
    await callApi(createRule, { token: account.token, body: wait(words) });
    await page.reload();
    await expect(list(page)).toContainText(words);
    await expectNothing("the list");
    await page.getByRole("button", { name: "Edit" }).click();
    const editor = page.getByRole("dialog", { name: "Edit rule" });
    await editor.getByLabel("Description contains").fill("");
    await expect(editor.getByRole("region", { name: "Lines that it covers" })).toContainText(
      "30.00",
    );
    await expectNothing("the editor");
  },
);

signedInTest.describe("from a line", () => {
  // There is no QuickBooks to read accounts from.
  signedInTest.use({ expectedErrors: [/409 .*\/qb\/lists\/\)$/] });

  signedInTest(
    "a line's address opens the editor with what the line has",
    async ({ page, account }) => {
      await seedBooks(account, {
        deposits: [
          {
            id: "po_1",
            date: addDays(new Date().toISOString().slice(0, 10), -3),
            lines: [{ amount: 25_00, customer: "" }],
          },
        ],
      });
      const [lineId] = await withBooks(account, ({ companyId, query }) =>
        query(
          "UPDATE deposit_lines SET description = 'Donation 17' WHERE company_id = $1 RETURNING id",
          [companyId],
        ),
      );
      const { deposits } = await callApi(depositList, { token: account.token });
      const id = deposits[0]?.id;
      await page.goto(`/settings?tab=rules&from=${id}.${lineId}`);
      const editor = page.getByRole("dialog", { name: "New rule" });
      await expect(editor.getByLabel("Description contains")).toHaveValue("Donation");
      await expect(editor.getByLabel("Customer at the processor")).toHaveValue("none");
      await expect(editor.getByLabel("Days after the payout")).toHaveValue("3");
      await editor.getByRole("button", { name: "Cancel" }).click();
      await expect(editor).toHaveCount(0);
      await expect(page).toHaveURL(/\/settings\?tab=rules$/);
    },
  );
});
