import type { Locator, Page } from "@playwright/test";
import { summary, trend } from "@/lib/contracts/dashboard";
import { depositList } from "@/lib/contracts/deposits";
import { undoDeposit } from "@/lib/contracts/matches";
import { providerEndpoints } from "@/lib/contracts/providers";
import { dateInZone } from "@/lib/dates";
import { STRIPE_KEY } from "./addresses";
import { type Account, callApi, resetEmulators } from "./api";
import { axeFindings, inAllLooks, inEveryLook, LOOKED_AT, OPPOSITE_LOOKS } from "./axe";
import { withBooks } from "./books";
import { expect, signedInTest, connectedTest as test } from "./fixtures";
import { fontsLoaded } from "./fonts";
import { hold } from "./held";
import { seedBooks } from "./seed-books";
import { settled } from "./settled";

const METRICS = "/api/user/dashboard-status/api/";
const CARDS = ["Deposits Matched", "Pending Matches", "Match Rate", "Recent Activity"];

const metrics = (page: Page) => page.getByRole("list", { name: "Metrics" });
/** Past its first sync: there is something to show. */
function seedOne(account: Account): Promise<void> {
  const deposits = [{ id: "po_1", lines: [{ amount: 10_00, customer: "Ada Lovelace" }] }];
  return seedBooks(account, { deposits });
}

/** Payouts of today, one of them posted: the chart's last columns have something to show. */
async function seedToday(account: Account): Promise<void> {
  // In a new company's time zone.
  const date = dateInZone(new Date(), "America/New_York");
  const lines = [{ amount: 10_00, customer: "Ada Lovelace" }];
  await seedBooks(account, { deposits: ["po_1", "po_2"].map((id) => ({ id, date, lines })) });
  await withBooks(account, ({ companyId, query }) =>
    query(
      `UPDATE deposits SET status = 'posted', quickbooks_id = '1'
       WHERE company_id = $1 AND provider_id = 'po_2'`,
      [companyId],
    ),
  );
}

const setup = (page: Page) => page.getByRole("heading", { name: "Set up matching" });

/** Suggestions are waiting, and deposits are posted. */
async function matchedAndPosted(account: Account): Promise<void> {
  await settled(account);
  const { suggested, posted } = await callApi(summary, { token: account.token });
  expect(suggested).toBeGreaterThan(0);
  expect(posted).toBeGreaterThan(3);
}

/** Waits until the page is stable after a resize. */
async function restingHeight(part: Locator): Promise<number | undefined> {
  let height: number | undefined;
  const isResting = async () => {
    const before = height;
    height = (await part.boundingBox())?.height;
    return height !== undefined && height === before;
  };
  await expect.poll(isResting).toBe(true);
  return height;
}

signedInTest(
  "cards keep their shape while the figures load",

  async ({ page, account }) => {
    await seedOne(account);
    const release = await hold(page, METRICS);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await expect(metrics(page)).toHaveAttribute("aria-busy", "true");
    await expect(metrics(page).getByRole("heading")).toHaveText(CARDS);
    // Content loading above is stable.
    await expect(setup(page)).toBeVisible();
    const heights = async () => {
      const found: unknown[] = [];
      await inAllLooks(
        page,
        async (look) => {
          found.push([look, await restingHeight(metrics(page))]);
        },
        OPPOSITE_LOOKS,
      );
      return found;
    };
    await fontsLoaded(page);
    const before = await heights();
    release();
    await expect(metrics(page)).toHaveAttribute("aria-busy", "false");
    await expect.poll(heights).toEqual(before);
    await expect(metrics(page)).toContainText("30 days");
  },
);

signedInTest.describe("without an answer", () => {
  signedInTest.use({
    expectedErrors: [/net::ERR_(FAILED|INTERNET_DISCONNECTED)|ChunkLoadError/],
  });

  signedInTest.beforeEach(({ account }) => seedOne(account));

  signedInTest("the failure is shown inline and in a toast; Retry recovers", async ({ page }) => {
    await page.route(`**${METRICS}`, (route) => route.abort());
    await page.goto("/dashboard");
    await expect(page.getByText("Error: Failed to load dashboard metrics")).toBeVisible();
    const toast = page.getByText("Failed to load dashboard metrics", { exact: true });
    await expect(toast).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("alert").getByRole("button", { name: "Retry" }).click();
    await expect(metrics(page).getByRole("heading")).toHaveText(CARDS);
    await expect(page.getByText("Error: Failed to load dashboard metrics")).toHaveCount(0);
  });

  signedInTest(
    "offline there is no data, until there is a connection",
    async ({ page, context }) => {
      await page.route(`**${METRICS}`, async (route) => {
        await context.setOffline(true);
        await route.abort();
      });
      await page.goto("/dashboard");
      await expect(page.getByText("No dashboard data available")).toBeVisible();
      await page.unrouteAll();
      await context.setOffline(false);
      await expect(metrics(page).getByRole("heading")).toHaveText(CARDS);
    },
  );
});

signedInTest("a new company is led step by step", LOOKED_AT, async ({ page, account }) => {
  signedInTest.slow();
  await resetEmulators();
  await page.goto("/dashboard");
  await expect(page.getByText("No deposits yet")).toBeVisible();
  const steps = page.getByRole("listitem").filter({ has: page.locator("[aria-hidden]") });
  const current = page.locator("[aria-current=step]");
  await expect(current).toContainText("Connect a payment processor");
  await expect(current.getByRole("link")).toHaveText(["Connect Stripe", "Go to Integrations"]);
  await expect(page.getByText("0 of 6 done.")).toBeVisible();
  // Before the first sync there are no zeros and no empty lists.
  await expect(metrics(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Set up matching"]);
  await expect(page.getByRole("link", { name: "Review and post" })).toHaveAttribute(
    "href",
    "/dashboard/review",
  );
  await inEveryLook(page, async (look) => {
    expect(await axeFindings(page), look).toEqual([]);
  });

  await callApi(providerEndpoints.stripe.connectByKey, {
    token: account.token,
    body: { secret_key: STRIPE_KEY },
  });
  await page.reload();
  await expect(current).toContainText("Connect your accounting software");
  await expect(
    steps.filter({ hasText: "Connect a payment processor" }).getByText("(done)"),
  ).toHaveCount(1);
  await current.getByRole("link", { name: "Go to Integrations" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Integrations" })).toBeVisible();

  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Hide setup" }).click();
  await expect(setup(page)).toHaveCount(0);
  await page.reload();
  await expect(metrics(page)).toHaveAttribute("aria-busy", "false");
  await expect(setup(page)).toHaveCount(0);
});

test("reports the state of the work, and tasks for the user come first on a phone", async ({
  page,
  connected,
}) => {
  test.slow();
  await matchedAndPosted(connected);
  await page.goto("/dashboard");
  await expect(page.getByText(/^\d+ left: .*\d+ posted this month$/)).toBeVisible();
  await expect(setup(page)).toHaveCount(0);
  for (const title of CARDS) {
    await expect(metrics(page).getByRole("heading", { name: title })).toBeVisible();
  }
  const suggested = page.getByRole("heading", { name: "Suggested Matches" });
  // Polled, as the queue replaces its rows while the posting finishes.
  const metricsAreFirst = async () => {
    const [metric, suggestion] = [await metrics(page).boundingBox(), await suggested.boundingBox()];
    return metric && suggestion && metric.y < suggestion.y;
  };
  await expect.poll(metricsAreFirst).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(metricsAreFirst).toBe(false);

  const recent = page.getByRole("link", { name: /^\w+ ?Deposit #\d+ - / });
  await expect(recent).toHaveCount(3);
  await expect(recent.first().getByRole("img", { name: /Posted|Matched/ })).toHaveAttribute(
    "data-status",
    /posted|matched/,
  );
  await page.getByRole("link", { name: "View All Matched Transactions" }).click();
  await expect(page).toHaveURL(/\/transactions\?status=(posted|matched)/);

  await test.step("and how many automatic matches were undone", async () => {
    const { token } = connected;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/dashboard");
    const accuracy = page.getByText(/matched automatically in the last 90 days/);
    await expect(accuracy).toContainText("none undone");
    const automatic = Number(/^\d+/.exec((await accuracy.textContent()) ?? "")?.[0]);
    expect(automatic).toBeGreaterThan(3);

    const { deposits } = await callApi(depositList, {
      token,
      query: "?status=posted&page=1&page_size=1",
    });
    await callApi(undoDeposit, { token, body: { deposit_id: deposits[0]?.id } });
    await page.reload();
    await expect(accuracy).toContainText("1 undone");
    await expect(accuracy).toHaveText(new RegExp(`^${automatic} deposits matched`));
  });
});

/** The chart is drawn when it comes near the view. */
async function showTrend(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Matched over time" }).scrollIntoViewIfNeeded();
}

signedInTest(
  "shows the money matched over time, as a chart and as a table, down to its deposits",
  LOOKED_AT,
  async ({ page, account }) => {
    signedInTest.slow();
    await seedToday(account);
    const { points } = await callApi(trend, { token: account.token, query: "?unit=month" });
    await page.goto("/dashboard");
    await showTrend(page);
    const chart = page.locator(".recharts-surface").first();
    await expect(chart).toBeVisible();
    const table = page.getByRole("table", { name: "Matched and open deposits by payout date" });
    await expect(table.getByRole("row")).toHaveCount(13);
    await expect(table.getByRole("columnheader")).toHaveText(["Week", "Matched", "Open"]);

    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), look).toEqual([]);
    });

    await page.getByRole("button", { name: "Show as table" }).click();
    await expect(chart).toHaveCount(0);
    await page.getByRole("radio", { name: "Months" }).check();
    await expect(table.getByRole("columnheader").first()).toHaveText("Month");
    const counts = async () => {
      const cells = await table.getByRole("cell").allTextContents();
      return cells.flatMap((cell) => /(\d+) deposits?$/.exec(cell)?.[1] ?? []).map(Number);
    };
    await expect
      .poll(counts)
      .toEqual(points.toReversed().flatMap(({ matched, pending }) => [matched, pending]));
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), look).toEqual([]);
    });
    const { start, last } = points.at(-1) ?? {};
    const days = new RegExp(`/transactions\\?from=${start}&to=${last}$`);
    await expect(table.getByRole("link").first()).toHaveAttribute("href", days);

    await page.getByRole("button", { name: "Show as chart" }).click();
    await showTrend(page);
    // The last month's column, pointed at first: then its figures show. The chart takes its width a moment after it is drawn.
    await expect(async () => {
      const box = await chart.boundingBox();
      const column = { x: (box?.width ?? 0) - 8, y: (box?.height ?? 0) / 2 };
      await chart.hover({ position: column, timeout: 5_000 });
      await expect(page.locator(".recharts-tooltip-wrapper")).toBeVisible({ timeout: 5_000 });
      await chart.click({ position: column, timeout: 5_000 });
    }).toPass();
    await expect(page).toHaveURL(days);
  },
);

signedInTest.describe("when the chart's code fails to load", () => {
  signedInTest.use({
    expectedErrors: [/net::ERR_FAILED|Failed to load chunk|ChunkLoadError/],
  });

  signedInTest(
    "the table is shown instead, and the page keeps working",
    async ({ page, account }) => {
      await seedToday(account);
      await page.route("**/_next/static/chunks/**", async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        await (body.includes("recharts-surface")
          ? route.abort()
          : route.fulfill({ response, body }));
      });
      await page.goto("/dashboard");
      await showTrend(page);
      await expect(page.getByText("Couldn't draw the chart.")).toBeVisible();
      await page.getByRole("button", { name: "Show as table" }).click();
      await expect(page.getByRole("columnheader", { name: "Week" })).toBeVisible();
      await expect(metrics(page)).toHaveAttribute("aria-busy", "false");
    },
  );
});

signedInTest.describe("when the lists' code cannot be loaded", () => {
  signedInTest.use({ expectedErrors: [/net::ERR_FAILED|Failed to load chunk|ChunkLoadError/] });

  signedInTest("the place says so, and the page goes on", async ({ page, account }) => {
    await seedOne(account);
    await page.route("**/_next/static/chunks/**", async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      const isLists = body.includes("No unmatched Stripe transactions");
      await (isLists ? route.abort() : route.fulfill({ response, body }));
    });
    await page.goto("/dashboard");
    const lists = page.getByRole("region", { name: "Manual Matching" });
    await lists.scrollIntoViewIfNeeded();
    await expect(lists.getByRole("alert")).toContainText("Couldn't load the lists.");
    await expect(metrics(page)).toHaveAttribute("aria-busy", "false");
    await page.unrouteAll();
    await lists.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Stripe Transactions" })).toBeVisible();
  });
});
