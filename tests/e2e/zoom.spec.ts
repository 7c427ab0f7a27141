import { depositList } from "@/lib/contracts/deposits";
import { callApi } from "./api";
import { expect, signedInTest as test } from "./fixtures";
import { seedBooks } from "./seed-books";
import { expectWhole, LOADING, loaded, resize } from "./whole-page";

/** CSS pixels: a laptop, a window of 1280 at 200 %, a small tablet, a phone. */
const WIDTHS = [1280, 640, 768, 390];

// There is no QuickBooks to read accounts from.
test.use({ expectedErrors: [/409 .*\/qb\/(lists|get-expense|bank-account)\/\)$/] });

test("no main page is cut or scrolls sideways at 200 % zoom, nor does a dialog", async ({
  page,
  account,
}) => {
  await seedBooks(account, {
    payments: [{ id: "1", amount: 20_00, customer: "Grace Hopper" }],
    deposits: [
      { id: "po_open", lines: [{ amount: 10_00, customer: "Ada Lovelace" }] },
      {
        id: "po_suggested",
        lines: [{ amount: 20_00, customer: "Grace Hopper" }],
        suggested: { payment: "1", probability: 0.9 },
      },
    ],
  });
  const { deposits } = await callApi(depositList, { token: account.token });
  const open = deposits.find(({ source_id }) => source_id === "po_open");
  for (const path of [
    "/dashboard",
    "/transactions",
    "/manual-match",
    "/integrations?tab=accounting",
    `/transaction/${open?.id}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await loaded(page);
    for (const width of WIDTHS) {
      await resize(page, width);
      await expectWhole(page, path);
    }
  }
  await page.goto("/settings?tab=rules");
  await page.getByRole("button", { name: "New rule" }).first().click();
  await expect(page.getByRole("dialog").locator(LOADING)).toHaveCount(0);
  for (const width of WIDTHS) {
    await resize(page, width);
    await expectWhole(page, "New rule");
  }
});
