import { depositDetail, depositList } from "@/lib/contracts/deposits";
import { callApi } from "./api";
import { expect, connectedTest as test } from "./fixtures";

test("a deposit is matched by hand, its difference booked on a chosen account", async ({
  page,
  connected: { token },
}) => {
  const pending = async () =>
    (await callApi(depositList, { token, query: "?status=pending&page=1" })).deposits[0]?.id;
  // Until the matching that follows the sync is through, everything is pending.
  await expect
    .poll(async () => (await callApi(depositList, { token, query: "?status=suggested" })).total, {
      timeout: 30_000,
    })
    .toBeGreaterThan(0);
  const id = await pending();

  await page.goto(`/manual-match?deposit=${id}`);
  const button = page.getByRole("button", { name: "Match Selected Transactions" });
  await expect(page.getByRole("checkbox", { name: new RegExp(`Deposit #${id} `) })).toBeChecked();
  await expect(button).toBeDisabled();
  await page
    .getByRole("checkbox", { name: /Customer Payment/ })
    .first()
    .click();
  await expect(page.getByText("Does not add up yet")).toBeVisible();
  await button.click();
  await expect(page.getByText("The sums differ.")).toBeVisible();
  await page.getByRole("combobox", { name: /Book the difference/ }).click();
  await page.getByRole("option").first().click();
  await button.click();
  await expect(page.getByText("Transactions matched successfully")).toBeVisible({
    timeout: 30_000,
  });
  const { deposit } = await callApi(depositDetail, { token, query: `?deposit_id=${id}` });
  expect(deposit.status).toMatch(/^(matched|posted)$/);
});
