import type { Page } from "@playwright/test";
import { depositDetail } from "@/lib/contracts/deposit-detail";
import { suggestionList } from "@/lib/contracts/matches";
import { type Account, callApi } from "./api";
import { expect, signedInTest, connectedTest as test } from "./fixtures";
import { seedSuggestions } from "./seed-suggestions";
import { settled } from "./settled";

const TEXT = "Our system suggests these transactions might match. Please review and confirm.";

/** The browser logs each early Undo. */
const ON_ITS_WAY = /status of 409 .*\/qb\/undo\/\)$/;

function cards(page: Page) {
  return page.getByRole("list", { name: "Suggested matches" }).getByRole("article");
}

function card(page: Page, id: number) {
  return page.getByRole("article", { name: new RegExp(`Deposit #${id}\\b`) });
}

async function suggested({ token }: Pick<Account, "token">): Promise<number[]> {
  const { suggestions } = await callApi(suggestionList, { token });
  return suggestions.map(({ deposit }) => deposit.id);
}

/** Matching and posting are separate jobs after a sync; until they end, the page is redrawn under the test. */
async function firstSuggested(account: Account): Promise<number> {
  await settled(account);
  const [first] = await suggested(account);
  if (first === undefined) throw new Error("the sample has no suggestion");
  return first;
}

async function statusOf(token: string, id: number): Promise<string> {
  const { deposit } = await callApi(depositDetail, { token, query: `?deposit_id=${id}` });
  return deposit.status;
}

test.describe("a suggestion of a company that posts", () => {
  // Undo may come before the Deposit exists, and then retries until it does.
  test.use({ expectedErrors: [ON_ITS_WAY] });

  test("is confirmed, and Undo restores it", async ({ page, connected }) => {
    const { token } = connected;
    const id = await firstSuggested(connected);

    await page.goto("/dashboard");
    await expect(page.getByText(TEXT)).toBeVisible();
    await card(page, id).getByRole("button", { name: "Confirm Match" }).click();
    await expect(card(page, id)).toHaveCount(0);
    // A toast stays while the pointer is on it.
    await page.getByRole("button", { name: "Undo", exact: true }).hover();
    expect(await statusOf(token, id)).toMatch(/^(matched|posted)$/);

    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => statusOf(token, id)).toBe("suggested");
    await expect(card(page, id)).toBeVisible();
  });
});

signedInTest("reviewed by keyboard alone, with the way back", async ({ page, account }) => {
  await seedSuggestions(account, 7);
  const [first = 0, second = 0, third = 0] = await suggested(account);
  await page.goto("/dashboard");
  await expect(cards(page)).toHaveCount(5);
  const confirm = (id: number) => card(page, id).getByRole("button", { name: "Confirm Match" });
  // Nothing has the focus yet.
  await page.keyboard.press("j");
  await expect(confirm(first)).toBeFocused();
  await page.keyboard.press("j");
  await expect(confirm(second)).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(confirm(second)).toBeFocused();
  await page.keyboard.press("k");
  await expect(confirm(first)).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(card(page, first)).toHaveCount(0);
  await expect(confirm(second)).toBeFocused();
  await expect.poll(() => statusOf(account.token, first)).toBe("matched");
  await page.keyboard.press("x");
  await expect(card(page, second)).toHaveCount(0);
  await expect(confirm(third)).toBeFocused();
  await expect.poll(() => statusOf(account.token, second)).toBe("pending");
  await expect(page.getByText("Suggestion dismissed")).toBeVisible();
  await page.keyboard.press("z");
  await expect.poll(() => statusOf(account.token, second)).toBe("suggested");
  await expect(card(page, second)).toBeVisible();
  await page.keyboard.press("z");
  await expect.poll(() => statusOf(account.token, first)).toBe("suggested");
  await expect(cards(page).first()).toHaveAccessibleName(new RegExp(`Deposit #${first}\\b`));

  // What stays dismissed does not return with the page.
  await confirm(third).focus();
  await page.keyboard.press("x");
  await expect.poll(() => statusOf(account.token, third)).toBe("pending");
  await page.reload();
  await expect(cards(page)).toHaveCount(5);
  await expect(card(page, third)).toHaveCount(0);
});

signedInTest(
  "the keys go on where they were, open a suggestion, and can be switched off",
  async ({ page, account }) => {
    await seedSuggestions(account, 3);
    const [first = 0, second = 0] = await suggested(account);
    await page.goto("/dashboard");
    const confirm = (id: number) => card(page, id).getByRole("button", { name: "Confirm Match" });
    await expect(cards(page)).toHaveCount(3);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: "Dashboard" }).click();
    await expect(confirm(second)).not.toBeFocused();
    await page.keyboard.press("j");
    await expect(confirm(second)).toBeFocused();
    await page.keyboard.press("o");
    await expect(page).toHaveURL(new RegExp(`/transaction/${second}$`));
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(cards(page)).toHaveCount(3);

    await page.keyboard.press("?");
    await page.getByRole("switch", { name: "Use shortcuts in this browser" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("j");
    await expect(confirm(first)).not.toBeFocused();
    await confirm(first).focus();
    for (const key of ["x", "o", "g", "t"]) await page.keyboard.press(key);
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(await statusOf(account.token, first)).toBe("suggested");
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await page.getByRole("switch", { name: "Use shortcuts in this browser" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Dashboard" }).click();
    await page.keyboard.press("j");
    await page.keyboard.press("m");
    await expect(page).toHaveURL(/\/manual-match\?deposit=\d+$/);
  },
);

signedInTest(
  "the last suggestion says only what it knows, marks what disagrees, and leaves its way back",
  async ({ page, account }) => {
    await seedSuggestions(account, 1, [
      { field: "amount", level: "exact_gross", weight: 9, text: "Exact amount" },
      { field: "customer", level: "names_differ", weight: -4, text: "Names differ: 'A' and 'B'" },
      { field: "sum", level: "sum_less_fee", weight: 3, text: "Adds up after the usual fee" },
    ]);
    const [only = 0] = await suggested(account);
    await page.goto("/dashboard");
    await expect(card(page, only).getByText("Likely", { exact: true })).toBeVisible();
    await expect(card(page, only).getByText(/Certain|%/)).toHaveCount(0);
    const evidence = card(page, only).getByRole("listitem");
    await expect(evidence.filter({ hasText: "Names differ" }).last()).toContainText("Names differ");
    await expect(
      card(page, only).getByRole("img", { name: "Disagrees:", exact: true }),
    ).toHaveCount(1);
    await expect(card(page, only).getByRole("img", { name: "Estimate:", exact: true })).toHaveCount(
      1,
    );
    await expect(card(page, only).getByRole("img", { name: "Agrees:", exact: true })).toHaveCount(
      1,
    );

    await card(page, only).getByRole("button", { name: "Confirm Match" }).focus();
    await page.keyboard.press("x");
    await expect(page.getByText("You've reviewed every suggestion.")).toBeVisible();
    await expect(page.getByText(TEXT)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Undo the last decision" })).toBeVisible();
    // What is left of it takes its place.
    await expect(page.getByRole("button", { name: /^Not in QuickBooks 1/ })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await page.keyboard.press("z");
    await expect(card(page, only)).toBeVisible();
    await expect.poll(() => statusOf(account.token, only)).toBe("suggested");
  },
);

signedInTest.describe("undone while it is being posted", () => {
  // Undo then retries until the Deposit exists.
  signedInTest.use({ expectedErrors: [ON_ITS_WAY] });

  signedInTest("all are confirmed at once, and undone", async ({ page, account }) => {
    signedInTest.slow();
    await seedSuggestions(account, 25);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Confirm all" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Confirm all 25 suggestions?" });
    await expect(dialog).toContainText("25 deposits totaling 250.00 USD");
    await expect(dialog.getByRole("list", { name: "Deposits" }).getByRole("listitem")).toHaveCount(
      25,
    );
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    expect(await suggested(account)).toHaveLength(25);

    await page.getByRole("button", { name: "Confirm all" }).click();
    await dialog.getByRole("button", { name: "Confirm all" }).click();
    // A toast stays while the pointer is on it.
    await page.getByText("25 matches confirmed").hover();
    expect(await suggested(account)).toEqual([]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText("25 of 25 undone")).toBeVisible();
    expect(await suggested(account)).toHaveLength(25);
  });
});

signedInTest("all are dismissed in batches, stopped in the middle", async ({ page, account }) => {
  signedInTest.slow();
  await seedSuggestions(account, 45);
  await page.goto("/dashboard");
  await expect(cards(page)).toHaveCount(5);
  await cards(page).nth(4).getByRole("button", { name: "Confirm Match" }).focus();
  await page.keyboard.press("j");
  await expect(cards(page)).toHaveCount(25);
  await expect(cards(page).nth(5).getByRole("button", { name: "Confirm Match" })).toBeFocused();

  await page.getByRole("button", { name: "Show 20 more" }).click();
  await expect(cards(page)).toHaveCount(45);

  // The second batch waits until Stop is pressed.
  let batches = 0;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/qb/decide-suggestions/", async (route) => {
    batches += 1;
    if (batches === 2) await held;
    await route.continue();
  });
  const dismissAll = async () => {
    await page.getByRole("button", { name: "Dismiss all" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Dismiss all" }).click();
  };
  await dismissAll();
  await expect(page.getByText("Dismissing 20 of 45")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  goOn();
  await expect(page.getByText("40 suggestions dismissed")).toBeVisible();
  expect(await suggested(account)).toHaveLength(5);

  await dismissAll();
  await expect(page.getByText("5 suggestions dismissed")).toBeVisible();
  expect(await suggested(account)).toEqual([]);
});

signedInTest(
  "a reload is asked about, and what is left goes on after it",
  async ({ page, account }) => {
    await seedSuggestions(account, 30);
    await page.goto("/dashboard");
    // The second batch never arrives.
    let batches = 0;
    await page.route("**/qb/decide-suggestions/", async (route) => {
      batches += 1;
      if (batches !== 2) await route.continue();
    });
    const confirmAll = async () => {
      await page.getByRole("button", { name: "Confirm all" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Confirm all" }).click();
    };
    await confirmAll();
    await expect(page.getByText("Confirming 20 of 30")).toBeVisible();

    const asked = page.waitForEvent("dialog");
    const reloaded = page.reload();
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.accept();
    await reloaded;
    await expect(cards(page)).toHaveCount(5);
    expect(await suggested(account)).toHaveLength(10);

    await confirmAll();
    await expect(page.getByText("10 matches confirmed")).toBeVisible();
    expect(await suggested(account)).toEqual([]);
    // No work is at risk any more: a question would block the reload.
    await page.reload();
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  },
);
