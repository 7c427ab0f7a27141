import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import { createAccount } from "@/lib/contracts/accounts";
import { openApi } from "@/tools/demo/api";
import { type SampleProduct, signedIn } from "@/tools/demo/sample-product";
import { quantile } from "../report";
import { untilPainted } from "./navigation";

/** Of the list. */
export interface ListSize {
  payouts: number;
  /** The first is not counted. With an odd number the filter is off again at the end. */
  rounds: number;
}

const LIST = "/transactions?page_size=100";
const ROW = 'table[aria-label="QuickBooks Deposits"] [data-row-link]';
/** Until the answer is there, the list shows the rows before, and says that it is busy. */
const NEW_ROW = '[aria-busy="false"] [data-row-link]';
const ANSWERED_BY = "/qb/deposit-status/";

/** Two payouts a day, every third one still to be posted. */
const statements = (payouts: number) => [
  `INSERT INTO integrations (company_id, provider, external_account_id, credentials, settings, last_synced_at) VALUES
    ($1, 'stripe', 'acct_many', '\\x00', '{"categoryId":"31","categoryName":"Fees"}', now() + interval '1 day'),
    ($1, 'quickbooks', '9130', '\\x00', '{"bankId":"35","bankName":"Checking","bankCurrency":"USD"}', now() + interval '1 day')`,
  `INSERT INTO deposits (company_id, integration_id, provider_id, status, payout_status, txn_date, amount,
      currency, quickbooks_id, itemized)
    SELECT $1, i.id, 'po_many_' || n, (CASE WHEN n % 3 = 0 THEN 'pending' ELSE 'posted' END)::deposit_status,
      'paid', current_date - n / 2, 10000 + n * 7, 'USD', CASE WHEN n % 3 > 0 THEN n::text END, false
    FROM integrations i, generate_series(1, ${payouts}) n
    WHERE i.company_id = $1 AND i.provider = 'stripe'`,
];

/** An account of its own with so many payouts. @returns what its browser stores. */
export async function seedManyPayouts(
  { url, databaseUrl }: SampleProduct,
  { payouts }: ListSize,
): Promise<SampleProduct["stored"]> {
  const password = randomBytes(12).toString("base64url");
  const username = "many-payouts";
  const { token, user } = await openApi(url)(createAccount, {
    body: {
      ...{ username, password, password_confirm: password },
      email: `${username}@example.com`,
    },
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ company_id: string }>(
      `UPDATE users u SET email_verified_at = now() FROM memberships m
       WHERE u.username = $1 AND m.user_id = u.id RETURNING m.company_id`,
      [username],
    );
    for (const statement of statements(payouts))
      await client.query(statement, [rows[0]?.company_id]);
    await client.query("ANALYZE deposits");
  } finally {
    await client.end();
  }
  return signedIn(token, user);
}

export interface Reaction {
  name: string;
  /** p50 and p95 of each part, ms. */
  total: [number, number];
  /** Until the API's answer was there. */
  answered: [number, number];
  /** From the answer to the painted rows: the browser's own part. */
  browser: [number, number];
}

export interface ManyPayouts {
  reactions: Reaction[];
  /** Between two frames while the list scrolls from top to bottom, ms. */
  frames: { p95: number; longest: number };
}

/** Filters, searches, pages and scrolls a list of many payouts, a hundred rows at a time. */
export async function measureManyPayouts(
  page: Page,
  url: string,
  { rounds }: ListSize,
): Promise<ManyPayouts> {
  await page.goto(url + LIST);
  await page.locator(ROW).first().waitFor();
  const frames = await scroll(page);
  const reactions = [
    await react("filter: Not posted", page, rounds, "click", async (round) => {
      const chip = page.getByRole("button", { name: "Not posted" });
      const shown =
        round % 2 === 0 ? /\/transactions\?.*posted=no/ : /\/transactions\?page_size=100$/;
      return { act: () => chip.click(), path: shown, text: /./ };
    }),
    await react("next page", page, rounds, "click", async (round) => ({
      act: () => page.getByRole("button", { name: "Next", exact: true }).click(),
      path: new RegExp(`page=${round + 2}(&|$)`),
      text: /./,
    })),
    await react("search: an amount", page, rounds, "input", async (round) => {
      const amount = (10_000 + (100 + round) * 7) / 100;
      const search = page.getByRole("searchbox", { name: "Search deposits" });
      await search.fill("");
      await page.locator(ROW).nth(1).waitFor();
      const text = amount.toFixed(2);
      return {
        act: () => search.fill(text),
        path: new RegExp(`q=${text.replace(".", "\\.")}`),
        text: new RegExp(`^\\D*${text.replace(".", "\\.")}`),
        selector: '[aria-label="QuickBooks Deposits"] td',
      };
    }),
  ];
  return { reactions, frames };
}

interface Act {
  act: () => Promise<unknown>;
  path: RegExp;
  text: RegExp;
  selector?: string;
}

async function react(
  name: string,
  page: Page,
  rounds: number,
  event: "click" | "input",
  prepare: (round: number) => Promise<Act>,
): Promise<Reaction> {
  const measured = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { act, selector = NEW_ROW, ...shown } = await prepare(round);
    const waited = await untilPainted(
      page,
      { event, shown: { ...shown, selector }, api: ANSWERED_BY },
      act,
    );
    if (round > 0) measured.push(waited);
  }
  const both = (values: number[]): [number, number] => [
    quantile(values, 0.5),
    quantile(values, 0.95),
  ];
  return {
    name,
    total: both(measured.map(({ total }) => total)),
    answered: both(measured.map(({ answered }) => answered)),
    browser: both(measured.map(({ afterAnswer }) => afterAnswer)),
  };
}

const WHEEL_STEP = 240;

/** From the first to the last row and back, with the wheel. */
async function scroll(page: Page): Promise<ManyPayouts["frames"]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const tick = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { frames });
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.mouse.move(600, 500);
  for (const direction of [1, -1]) {
    for (let at = 0; at < height; at += WHEEL_STEP) {
      await page.mouse.wheel(0, WHEEL_STEP * direction);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  return { p95: quantile(frames, 0.95), longest: Math.max(...frames) };
}
