import type { Page } from "@playwright/test";
import { depositDetail, suggestionList } from "@/lib/contracts/deposits";
import { callApi } from "./api";
import { expect, connectedTest as test } from "./fixtures";

const TEXT = "Our system suggests these transactions might match. Please review and confirm.";

function card(page: Page, id: number) {
  return page.getByRole("article", { name: new RegExp(`^Deposit #${id}\\b`) });
}

/** Matching follows a sync as a job of its own: the sample company gets its suggestions a little later. */
async function firstSuggested(token: string): Promise<number> {
  const ids = async () =>
    (await callApi(suggestionList, { token })).suggestions.map(({ deposit }) => deposit.id);
  await expect.poll(ids, { timeout: 30_000 }).not.toEqual([]);
  const [first = 0] = await ids();
  return first;
}

async function statusOf(token: string, id: number): Promise<string> {
  const { deposit } = await callApi(depositDetail, { token, query: `?deposit_id=${id}` });
  return deposit.status;
}

test("a suggestion is confirmed, and taken back by Undo", async ({
  page,
  connected: { token },
}) => {
  const id = await firstSuggested(token);

  await page.goto("/dashboard");
  await expect(page.getByText(TEXT)).toBeVisible();
  await card(page, id).getByRole("button", { name: "Confirm Match" }).click();
  await expect(card(page, id)).toHaveCount(0);
  // Matching and posting of the sync may hold the company's lock for a while.
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible({ timeout: 30_000 });
  expect(await statusOf(token, id)).toMatch(/^(matched|posted)$/);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => statusOf(token, id), { timeout: 30_000 }).toBe("pending");
});

test("a suggestion is dismissed by key and does not come back", async ({
  page,
  connected: { token },
}) => {
  const id = await firstSuggested(token);

  await page.goto("/dashboard");
  await card(page, id).getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("x");
  await expect(card(page, id)).toHaveCount(0);
  await expect.poll(() => statusOf(token, id), { timeout: 30_000 }).toBe("pending");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Manual Matching" })).toBeVisible();
  await expect(card(page, id)).toHaveCount(0);
});
