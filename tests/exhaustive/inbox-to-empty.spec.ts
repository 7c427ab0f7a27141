import type { Locator, Page } from "@playwright/test";
import { depositList } from "@/lib/contracts/deposits";
import { addDays } from "@/lib/dates";
import { parseDecimal } from "@/lib/money";
import { type Account, callApi, emulated } from "../e2e/api";
import { bookedInXero } from "../e2e/emulators";
import { expect, signedInTest as test } from "../e2e/fixtures";
import { settled } from "../e2e/settled";
import { countedHands } from "./counted-hands";
import { reconciledSample } from "./reconciled-sample";

/** Where a bookkeeper of either company books what has no account of its own. */
const BOOKED_TO = /^(Bank Charges|PayPal Fees)$/;
/** More than enough: each answer settles a line, a deposit or a cause. */
const MOST_ANSWERS = 120;

interface Work {
  page: Page;
  account: Account;
  hands: ReturnType<typeof countedHands>;
  /** The ledger that the company doesn't have: no case may speak of it. */
  other: string;
  /** Answers after which the focus was nowhere: printed. */
  lost: string[];
}

const pane = (page: Page) => page.locator("#inbox-pane");
const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));

/** Presses what is focused by Enter, as a user of the keys does. */
async function press({ hands }: Work, button: Locator): Promise<void> {
  if (await button.evaluate((element) => element === document.activeElement)) {
    await hands.press("Enter");
  } else {
    await hands.click(button);
  }
}

/** Takes the dialog's own answer. */
async function accept(work: Work, action: RegExp): Promise<void> {
  const button = dialog(work.page).getByRole("button", { name: action });
  await expect(button).toBeEnabled();
  await press(work, button);
  await expect(dialog(work.page)).toHaveCount(0);
}

async function chooseAccount({ hands }: Work, place: Locator): Promise<void> {
  const named = place.getByRole("option", { name: BOOKED_TO }).first();
  await expect(named).toBeAttached();
  await hands.choose(place, (await named.textContent()) ?? "");
}

/** Presses the button, and its dialog's own answer. */
const confirming = (action: RegExp) => async (work: Work, button: Locator) => {
  await press(work, button);
  await accept(work, action);
};

/** The button, or what it opens below it, where the amounts differ. */
async function choosePayment(work: Work, button: Locator): Promise<void> {
  const asks = (await button.getAttribute("aria-expanded")) !== null;
  await press(work, button);
  if (!asks) return;
  await chooseAccount(work, pane(work.page).getByLabel(/difference to$/));
  await work.hands.click(
    pane(work.page).getByRole("button", { name: "Choose and record the difference" }),
  );
}

/** What is missing of a receipt: the first of the company's usual products and tax codes. */
async function fillReceipt({ page, hands }: Work): Promise<void> {
  await expect(dialog(page).getByRole("button", { name: /^Record / })).toBeVisible();
  for (const [name, usual] of [
    [/^Product or service|^Account/, /^(Services|Sales)$/],
    [/ code$/, /^(20\.0% S|15% GST on Income)$/],
  ] as const) {
    const field = dialog(page).getByRole("combobox", { name });
    if ((await field.count()) === 0 || (await field.inputValue()) !== "") continue;
    const label = await field.getByRole("option", { name: usual }).first().textContent();
    await hands.choose(field, label ?? "");
  }
}

/** What a bookkeeper does about what the inbox offers, the surest first. */
const RULES: readonly [offer: RegExp, answer: (work: Work, button: Locator) => Promise<void>][] = [
  [/^(Confirm Match|Link to it)/, press],
  [/^Date them on the first open day$/, confirming(/^Date them on the first open day$/)],
  [/^Choose account for negative payouts$/, confirming(/^Save$/)],
  [
    /^Match (payments )?from /,
    async (work, button) => {
      await press(work, button);
      const { today } = await emulated();
      const [year, month, day] = addDays(today, -90).split("-");
      const from = dialog(work.page).getByRole("textbox", { name: "Payments dated from" });
      await work.hands.type(from, `${day}-${month}-${year}`);
      await accept(work, /^Match from there$/);
      await settled(work.account);
    },
  ],
  [/^Mark as booked elsewhere$/, confirming(/^Mark as booked elsewhere$/)],
  // The payment has two digits swapped.
  [/^Book the difference of/, choosePayment],
  [
    /^Receive payment on /,
    async (work, button) => {
      await press(work, button);
      const keep = dialog(work.page).getByRole("checkbox", { name: /^Keep / });
      await expect(
        dialog(work.page).getByRole("button", { name: "Receive payment" }),
      ).toBeVisible();
      if ((await keep.count()) > 0) await work.hands.click(keep);
      await accept(work, /^Receive payment$/);
    },
  ],
  [/^Choose (?!account)./, choosePayment],
  [/^Confirm this line/, press],
  [
    /^Record (a )?(sales|refund|receive|spend)/,
    async (work, button) => {
      await press(work, button);
      await fillReceipt(work);
      await accept(work, /^Record /);
    },
  ],
  [
    /^Book to an account/,
    async (work, button) => {
      await press(work, button);
      await chooseAccount(work, pane(work.page).getByLabel("Book to", { exact: true }));
      await work.hands.click(pane(work.page).getByRole("button", { name: "Book", exact: true }));
    },
  ],
  [/^(Decide|Retry)$/, press],
  // The bank's account has one of the payments already, or the processor lists no charges: it is booked by hand.
  [
    /^Check again$/,
    async (work) => {
      const { page, hands } = work;
      await hands.click(pane(page).getByRole("link", { name: / · / }).first());
      await hands.click(page.getByRole("button", { name: "Mark as booked elsewhere" }));
      await accept(work, /^Mark as booked elsewhere$/);
      await page.goto("/dashboard");
    },
  ],
];
const OFFERS = new RegExp(RULES.map(([{ source }]) => source).join("|"));

/** Gives one answer in the cause that is shown. */
async function answerOne(work: Work): Promise<void> {
  const place = pane(work.page);
  const offers = place.getByRole("button", { name: OFFERS });
  await expect(offers.first(), (await place.textContent()) ?? "").toBeEnabled();
  await expect(place.locator("[data-choices-waiting]")).toHaveCount(0);
  await expect(place).not.toContainText(work.other);
  for (const [offer, answer] of RULES) {
    const button = place.getByRole("button", { name: offer }).first();
    if ((await button.count()) === 0) continue;
    const pressed = await button.elementHandle();
    work.hands.begin(offer.source);
    await answer(work, button);
    // What was pressed goes with what it settles, wherever the focus is then.
    await expect.poll(async () => (await pressed?.isVisible()) ?? false).toBe(false);
    const isLost = () => document.activeElement === document.body;
    if (await work.page.evaluate(isLost)) work.lost.push(offer.source);
    return;
  }
}

/** Answers until nothing is left but to wait. */
async function workToEmpty(work: Work): Promise<void> {
  const { page, account } = work;
  const causes = page.getByRole("list", { name: "Causes" });
  const open = causes.locator("> li > button").filter({ hasNotText: /^On its way/ });
  for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
    await settled(account);
    await expect(causes.or(page.getByText(/^You're all caught up/)).first()).toBeVisible();
    if ((await open.count()) === 0) return;
    const current = causes.locator("> li > button[aria-current]");
    if (await current.filter({ hasText: /^On its way/ }).count())
      await work.hands.click(open.first());
    await answerOne(work);
  }
  throw new Error(`Still left: ${await causes.textContent()}`);
}

/** What a new day let wait for a last look. */
async function postReady({ page, account, hands }: Work): Promise<void> {
  const name = /^Post \d+ deposits?$/;
  const post = page.getByRole("button", { name });
  if ((await post.count()) === 0) return;
  hands.begin("post");
  await hands.click(post);
  await hands.click(dialog(page).getByRole("button", { name }));
  await expect(dialog(page)).toHaveCount(0);
  await settled(account);
}

for (const name of ["uk", "nz"] as const) {
  test(`every open deposit of the ${name} sample is worked from the inbox`, async ({
    page,
    account,
  }) => {
    test.slow();
    await reconciledSample(account, name);
    const hands = countedHands(page);
    const other = name === "nz" ? "QuickBooks" : "Xero";
    const work: Work = { page, account, hands, other, lost: [] };
    const presses = () => Object.values(hands.counts).reduce((sum, count) => sum + count, 0);
    await page.goto("/dashboard");
    await expect(page.getByRole("list", { name: "Causes" })).toBeVisible();
    const begun = performance.now();
    await workToEmpty(work);
    await postReady(work);
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`${name}: ${seconds} s, ${presses()} keys and clicks`, hands.counts);
    console.log(`${name}: the focus was nowhere after`, work.lost);

    // Nothing comes back.
    const before = presses();
    await page.goto("/dashboard");
    await workToEmpty(work);
    expect(presses()).toBe(before);

    const { deposits } = await callApi(depositList, { token: account.token });
    const left = deposits.filter(
      ({ status, payout_status }) => status !== "posted" && payout_status !== "in_transit",
    );
    expect(left.map(({ source_id, reason, status }) => [source_id, status, reason?.text])).toEqual(
      [],
    );

    const ours = deposits.filter(({ status, posting }) => status === "posted" && !posting?.adopted);
    expect(ours.length).toBeGreaterThan(0);
    const books = await emulated();
    const inXero = name === "nz" ? await bookedInXero() : [];
    for (const { source_id, quickbook_id, total_amt, currency } of ours) {
      const amount = parseDecimal(total_amt, currency);
      if (name === "nz") {
        const transfers = inXero.filter((booked) => booked === `TRANSFER ${amount}`);
        expect(transfers, source_id).toHaveLength(1);
        continue;
      }
      const held = books.deposits.filter(({ id }) => id === quickbook_id);
      const total = Math.max(0, amount);
      expect(
        held.map((each) => [each.total, each.sum_of_lines, each.currency]),
        source_id,
      ).toEqual([[total, total, currency]]);
    }
  });
}
