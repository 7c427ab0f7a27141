import type { Page } from "@playwright/test";
import { depositDetail, suggestionList } from "@/lib/contracts/deposits";
import { callApi } from "./api";
import { expect, connectedTest as test } from "./fixtures";

const TEXT = "Our system suggests these transactions might match. Please review and confirm.";

function card(page: Page, id: number) {
  return page.getByRole("article", { name: new RegExp(`^Deposit #${id}\\b`) });
}

test("a suggestion is confirmed, and taken back by Undo", async ({
  page,
  connected: { token },
}) => {
  const [first] = (await callApi(suggestionList, { token })).suggestions;
  if (!first) throw new Error("the sample company has no suggested deposit");
  const id = first.deposit.id;
  const statusNow = async () =>
    (await callApi(depositDetail, { token, query: `?deposit_id=${id}` })).deposit.status;

  await page.goto("/dashboard");
  await expect(page.getByText(TEXT)).toBeVisible();
  await card(page, id).getByRole("button", { name: "Confirm Match" }).click();
  await expect(card(page, id)).toHaveCount(0);
  await expect.poll(statusNow).toMatch(/^(matched|posted)$/);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(statusNow, { timeout: 30_000 }).toBe("pending");
});

test("a suggestion is dismissed by key and does not come back", async ({
  page,
  connected: { token },
}) => {
  const [first] = (await callApi(suggestionList, { token })).suggestions;
  if (!first) throw new Error("the sample company has no suggested deposit");
  const id = first.deposit.id;

  await page.goto("/dashboard");
  await card(page, id).getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("x");
  await expect(card(page, id)).toHaveCount(0);
  await expect
    .poll(
      async () =>
        (await callApi(depositDetail, { token, query: `?deposit_id=${id}` })).deposit.status,
    )
    .toBe("pending");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Manual Matching" })).toBeVisible();
  await expect(card(page, id)).toHaveCount(0);
});
