import { depositList } from "@/lib/contracts/deposits";
import { callApi } from "../e2e/api";
import { expect, connectedTest as test } from "../e2e/fixtures";
import { settled } from "../e2e/settled";
import { expectWhole, LOADING, loaded, resize } from "../e2e/whole-page";

/** CSS pixels: a laptop, a window of 1280 at 200 %, a small tablet, a phone. */
const WIDTHS = [1280, 640, 768, 390];

test("no signed-in page is cut or scrolls sideways at 200 % zoom, nor do its dialogs", async ({
  page,
  connected,
}) => {
  await settled(connected);
  const { deposits } = await callApi(depositList, { token: connected.token });
  const each = new Map(deposits.map(({ id, status }) => [status, id]));
  const paths = [
    ...[
      "/dashboard",
      "/transactions",
      "/manual-match",
      "/manual-match/undeposited-funds",
      "/dashboard/review",
    ],
    ...["/integrations", "/integrations?tab=accounting", "/integrations?connect=authorize"],
    ...["", "?tab=rules", "?tab=account", "?tab=notifications", "?tab=security"].map(
      (tab) => `/settings${tab}`,
    ),
    ...[...each.values()].map((id) => `/transaction/${id}`),
    `/manual-match?deposit=${each.get("pending")}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await loaded(page);
    for (const width of WIDTHS) {
      await resize(page, width);
      await expectWhole(page, path);
    }
  }
  const dialogs = [
    ["/transactions", "Record receipts"],
    ["/settings?tab=rules", "New rule"],
    ["/integrations?tab=accounting", "QuickBooks Settings"],
  ] as const;
  for (const [path, opener] of dialogs) {
    await page.goto(path);
    await page.getByRole("button", { name: opener }).first().click();
    await expect(page.getByRole("dialog").locator(LOADING)).toHaveCount(0);
    for (const width of WIDTHS) {
      await resize(page, width);
      await expectWhole(page, opener);
    }
  }
});
