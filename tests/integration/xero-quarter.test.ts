import { expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import { control } from "@/tests/support/emulators";
import { ok } from "../support/client";
import { chooseAccounts } from "../support/company";
import { settled } from "../support/worker";
import { inXero } from "./xero-books/world";

const TODAY = new Date().toISOString().slice(0, 10);
const WEEKS = 12;

const books = inXero({ company: "empty" });

interface Week {
  /** Minor units. */
  sales: number[];
  fees: number;
  /** Given back: entered in the books, and not. */
  entered: number;
  unknown: number;
}

/** No amount occurs twice. */
function week(n: number): Week {
  const sales = n % 3 === 0 ? [10_000 + 137 * n] : [4_000 + 171 * n, 21_000 + 193 * n];
  return {
    sales,
    fees: sales.length * (31 + n),
    entered: n % 4 === 1 ? 1_500 + 7 * n : 0,
    unknown: n % 4 === 2 ? 900 + 11 * n : 0,
  };
}

/** What PayPal did in a week, and what the bookkeeper entered of it. */
async function enter(n: number, currency: string, clearing: string): Promise<void> {
  const { sales, fees, entered, unknown } = week(n);
  const monday = addDays(TODAY, -7 * (WEEKS - n + 1));
  const at = (days: number, hour: number) =>
    `${addDays(monday, days)}T${String(hour).padStart(2, "0")}:00:00Z`;
  const events: object[] = [];
  for (const [index, amount] of sales.entries()) {
    const name = `Customer ${n} ${"AB"[index]}`;
    const id = `S${n}N${index}`;
    const fee = fees / sales.length;
    events.push({ type: "sale", id, amount, fee, name, currency, at: at(index, 8) });
    const entry = { amount, customer: name, account: clearing, date: addDays(monday, index) };
    // Money received without an invoice goes to a bank account alone.
    const kind = n % 2 === 0 && clearing.startsWith("PayPal") ? "receive" : "payment";
    await books.by("payments", { ...entry, kind });
  }
  for (const [what, amount] of Object.entries({ entered, unknown })) {
    if (amount === 0) continue;
    events.push({ type: "refund", id: `R${n}${what}`, of: `S${n}N0`, amount, at: at(2, 8) });
    if (what === "unknown") continue;
    const back = { kind: "refund", amount, customer: `Customer ${n} A` };
    await books.by("payments", { ...back, account: clearing, date: addDays(monday, 2) });
  }
  events.push({ type: "withdrawal", id: `W${n}`, currency, at: at(3, 8) });
  await control(books.emulators, "/paypal/transactions", { events });
}

const sum = (of: (each: Week) => number) =>
  Array.from({ length: WEEKS }, (_, n) => week(n + 1)).reduce((all, each) => all + of(each), 0);
const gross = ({ sales }: Week) => sales.reduce((all, each) => all + each, 0);

async function deposits(): Promise<{ id: number; status: string }[]> {
  return (await ok("GET", "/qb/deposit-status/?sort=date", books.token)).deposits;
}

const statuses = async () => (await deposits()).map(({ status }) => status);

/** Confirms what is only suggested. */
async function confirm(): Promise<void> {
  await settled(books.token);
  for (const { id, status } of await deposits()) {
    if (status === "suggested") await books.post("/qb/confirm-match/", { deposit_id: id });
  }
  await settled(books.token);
}

/** PayPal's first sync lists the whole quarter; later ones would only list its last days. */
async function connectPayPal(): Promise<void> {
  await books.post("/paypal/connect/", {
    client_id: books.emulators.credentials.paypalClientId,
    client_secret: books.emulators.credentials.paypalClientSecret,
    start_date: addDays(TODAY, -120),
  });
  const { expenses } = await ok("GET", "/qb/get-expense/", books.token);
  const category = expenses.find(({ Name }: { Name: string }) => Name === "Merchant Fees");
  await books.post("/paypal/save-category/", { category });
  await chooseAccounts(books.token, { refund: "Other Revenue" }, "paypal");
  await confirm();
}

test.each([
  ["NZ", "NZD", "PayPal Clearing", null],
  ["UK", "GBP", "Card Clearing", addDays(TODAY, -50)],
  ["AU", "AUD", "PayPal Clearing", null],
  ["US", "USD", "Card Clearing", addDays(TODAY, -50)],
])(
  "a quarter's payouts in %s books (%s) leave every account as a plain sum has it, and nothing once undone: %s, locked until %s",
  async (country, currency, clearing, periodLockDate) => {
    await books.begin(clearing, { country });
    for (let n = 1; n <= WEEKS; n += 1) await enter(n, currency, clearing);
    const before = await books.balances();
    await books.by("company", { periodLockDate });
    await books.post("/xero/sync/");
    await connectPayPal();
    if (periodLockDate !== null) {
      const waiting = (await statuses()).filter((status) => status === "matched");
      expect(waiting.length).toBeGreaterThan(3);
      expect(waiting.length).toBeLessThan(WEEKS);
      await books.by("company", { periodLockDate: null });
      await books.post("/xero/sync/");
      await confirm();
    }
    expect(await statuses()).toEqual(Array(WEEKS).fill("posted"));
    const net = sum((each) => gross(each) - each.fees - each.entered - each.unknown);
    expect(await books.balances()).toEqual({
      ...before,
      // Nothing waits any more, and no tax was added.
      [clearing]: undefined,
      "Business Account": net,
      "Merchant Fees": sum(({ fees }) => fees),
      "Other Revenue": sum(({ unknown }) => unknown),
    });
    for (const { id } of await deposits()) await books.post("/qb/undo/", { deposit_id: id });
    expect(await books.balances()).toEqual(before);
    expect(await books.booked()).toEqual([]);
  },
  120_000,
);
