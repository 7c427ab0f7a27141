import type { Locator, Page } from "@playwright/test";
import { depositDetail } from "@/lib/contracts/deposit-detail";
import { type Suggestion, suggestionList } from "@/lib/contracts/matches";
import { getCompanySettings, saveCompanySettings } from "@/lib/contracts/settings";
import { type Account, callApi, ledgerDeposits } from "./api";
import { withBooks } from "./books";
import { expect, connectedTest as test } from "./fixtures";
import { FAR, tabTo } from "./focus";
import { QUICKBOOKS, STRIPE } from "./manual-panel";

/** Moves through a focused list to one of its rows, and selects it. */
async function pick(page: Page, list: Locator, id: string): Promise<void> {
  await expect(list).toBeFocused();
  const active = () =>
    list.evaluate((element) => {
      const row = document.getElementById(element.getAttribute("aria-activedescendant") ?? "");
      return row?.getAttribute("data-row");
    });
  await page.keyboard.press("Home");
  for (let rows = 0; rows < FAR && (await active()) !== id; rows++) {
    await page.keyboard.press("ArrowDown");
  }
  await expect.poll(active).toBe(id);
  await page.keyboard.press("Space");
  await expect(list.locator(`[data-row="${id}"]`)).toHaveAttribute("aria-selected", "true");
}

/** Finds a row by typing into the list's search, which `key` focuses. */
async function find(
  page: Page,
  title: string,
  { text, id, key }: { text: string; id: string; key: "Tab" | "Shift+Tab" },
): Promise<void> {
  const list = page.getByRole("listbox", { name: title });
  await expect(list.getByRole("option").first()).toBeVisible();
  await tabTo(page, page.getByRole("searchbox", { name: `Search ${title}` }), key);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await pick(page, list, id);
}

const paymentsOf = ({ matches }: Suggestion) => matches.flatMap(({ payments }) => payments);

/** Stops background work: a running sync would match again. */
async function stopEngine(account: Account): Promise<void> {
  const { token } = account;
  const settings = await callApi(getCompanySettings, { token });
  await callApi(saveCompanySettings, { token, body: { ...settings, auto_match: false } });
  await withBooks(account, async ({ companyId, query }) => {
    const waiting = () =>
      query(
        `SELECT count(*) FROM pgboss.job WHERE name = 'auto-match' AND state < 'completed'
           AND data ->> 'companyId' = $1`,
        [companyId],
      );
    await expect.poll(waiting).toEqual(["0"]);
  });
}

test("the main job works by keyboard alone", async ({ page, connected }) => {
  const { token, username, password } = connected;
  const navigation = page.getByRole("navigation", { name: "Main" });
  const statusOf = async (id: number) =>
    (await callApi(depositDetail, { token, query: `?deposit_id=${id}` })).deposit.status;
  const suggestions = async () => (await callApi(suggestionList, { token })).suggestions;
  await expect.poll(async () => (await suggestions()).length).toBeGreaterThan(1);
  await stopEngine(connected);
  const all = await suggestions();
  // Stripe lists nothing for this payout, so its fee remainder is booked by hand.
  const byHand = all.find(({ deposit }) => deposit.lines.length === 0);
  const confirmed = all.find(({ deposit }) => deposit.id !== byHand?.deposit.id);
  if (!confirmed || !byHand) throw new Error("no two suggestions to decide");
  const card = (id: number) => page.getByRole("article", { name: new RegExp(`Deposit #${id}\\b`) });
  const confirm = (id: number) => card(id).getByRole("button", { name: "Confirm Match" });

  await test.step("sign in", async () => {
    await page.goto("/help");
    await page.evaluate(() => localStorage.clear());
    await page.goto("/");
    await tabTo(page, navigation.getByRole("link", { name: "Login" }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByLabel("Username"));
    await page.keyboard.type(username);
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  });

  await test.step("confirm a suggestion, dismiss another", async () => {
    await tabTo(page, confirm(confirmed.deposit.id));
    await page.keyboard.press("Enter");
    await expect(card(confirmed.deposit.id)).toHaveCount(0);
    // The sync's matching and posting may hold the company's lock for a while.
    await expect.poll(() => statusOf(confirmed.deposit.id)).toMatch(/^(matched|posted)$/);
    const wanted = confirm(byHand.deposit.id);
    const isThere = async () =>
      (await wanted.count()) > 0 &&
      (await wanted.evaluate((element) => element === document.activeElement));
    await page.keyboard.press("k");
    for (let rows = 0; rows < FAR && !(await isThere()); rows++) await page.keyboard.press("j");
    await expect(wanted).toBeFocused();
    await page.keyboard.press("x");
    await expect(card(byHand.deposit.id)).toHaveCount(0);
    await expect.poll(() => statusOf(byHand.deposit.id)).toBe("pending");
  });

  await test.step("match it manually", async () => {
    await tabTo(page, navigation.getByRole("link", { name: "Manual Match" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("heading", { name: "Manual Transaction Matching", level: 1 }),
    ).toBeVisible();
    const { id } = byHand.deposit;
    await find(page, STRIPE, { text: `Deposit #${id}`, id: `deposit-${id}`, key: "Tab" });
    for (const [index, payment] of paymentsOf(byHand).entries()) {
      const key = index === 0 ? "Tab" : "Shift+Tab";
      await find(page, QUICKBOOKS, { text: payment.TotalAmt, id: payment.Id, key });
    }
    await expect(page.getByText("Doesn't add up yet")).toBeVisible();
    await tabTo(page, page.getByRole("combobox", { name: /^Record the .* difference to/ }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option").first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Adds up to the cent")).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "Match Selected Transactions" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Transactions matched successfully")).toBeVisible();
  });

  await test.step("open it", async () => {
    await tabTo(page, navigation.getByRole("link", { name: "Transactions" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Transactions", level: 1 })).toBeVisible();
    const { id, txn_date } = byHand.deposit;
    const [year = "", month = "", day = ""] = txn_date.split("-");
    for (const end of ["From", "To"]) {
      await tabTo(page, page.getByLabel(end, { exact: true }));
      await page.keyboard.type(month + day + year);
    }
    await expect(page).toHaveURL(new RegExp(`from=${txn_date}&to=${txn_date}`));
    await tabTo(page, page.locator(`a[href="/transaction/${id}"]`));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Deposit Information" })).toBeVisible();
  });

  await test.step("see it posted", async () => {
    const main = page.getByRole("main");
    await expect(main.getByText("Posted", { exact: true }).first()).toBeVisible();
    const fact = (term: string) =>
      page
        .getByRole("term")
        .filter({ hasText: new RegExp(`^${term}$`) })
        .locator(":scope + dd");
    await expect(fact("QuickBooks ID")).toHaveText(/^\d+$/);
    const quickbooksId = await fact("QuickBooks ID").textContent();
    const held = (await ledgerDeposits()).find((deposit) => deposit.id === quickbooksId);
    expect(held?.equals_payout).toBe(true);
    await tabTo(page, page.getByRole("tab", { name: "Overview" }));
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("Adds up to the cent")).toBeVisible();
  });

  await test.step("sign out", async () => {
    await tabTo(page, page.getByRole("button", { name: "Logout" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Logged out successfully")).toBeVisible();
  });
});
