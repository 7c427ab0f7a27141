import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { overview } from "@/emulators/overview";
import { latestMonday } from "@/emulators/sample/calendar";
import { HISTORY_WEEKS } from "@/emulators/sample/hand-made-history";
import { type Company, newState } from "@/emulators/state";
import { addDays } from "@/lib/dates";
import { books, connectQuickBooks, control, start, stripeClient, TODAY } from "./clients";

const sample = (seed: number, today = TODAY) => newState({ seed, today, company: "sample" });

test("the same seed and day give the same company, another seed another", () => {
  expect(JSON.stringify(sample(3))).toBe(JSON.stringify(sample(3)));
  expect(JSON.stringify(sample(3))).not.toBe(JSON.stringify(sample(4)));
});

// Any weekday and year's end: nothing may depend on the day the sample is generated.
test.each(["2026-01-01", "2026-02-28", "2026-11-16", "2026-11-21", "2026-11-22"])(
  "as of %s the sample has the promised shape",
  (today) => {
    for (const seed of [1, 2, 3]) {
      const view = overview(sample(seed, today));
      const automatic = view.payouts.filter((payout) => payout.automatic);
      expect(automatic).toHaveLength(42);
      expect(view.payouts).toHaveLength(44);
      const charges = view.payouts.flatMap(({ lines }) => lines as { type: string }[]);
      const count = charges.filter(({ type }) => type === "charge").length;
      expect(count).toBeGreaterThan(300);
      expect(count).toBeLessThan(400);
      expect(automatic.filter(({ amount }) => amount < 0)).toHaveLength(1);
      expect(automatic.filter(({ currency }) => currency === "eur")).toHaveLength(1);
      const moving = automatic.filter(({ status }) => status === "in_transit");
      expect(moving).toHaveLength(1);
      const paid = view.payouts.filter(({ status }) => status === "paid");
      expect(paid.every(({ arrival }) => arrival <= today)).toBe(true);
      for (const { amount, lines } of automatic) {
        expect((lines as { net: number }[]).reduce((sum, { net }) => sum + net, 0)).toBe(amount);
      }
      expect(view.payments.filter(({ undeposited }) => undeposited).length).toBeGreaterThan(280);
      expect(view.payments.every(({ date }) => String(date) <= today)).toBe(true);
      const other = view.deposits.filter(({ payout }) => payout !== null);
      expect(other).toMatchObject([{ equals_payout: true }]);
    }
  },
);

const DATES = /\d{4}-\d{2}(-\d{2})?/g;

// The end-to-end tests name amounts of the sample, so they have it as of the latest Monday.
test.each(["2026-01-05", "2026-06-01", "2026-08-31", "2028-03-06"])(
  "as of %s, a Monday, the sample differs from that of another Monday in its dates only",
  (monday) => {
    for (const company of ["sample", "small"] as const) {
      const shape = (today: string) =>
        JSON.stringify(overview(newState({ seed: 1, today, company }))).replaceAll(DATES, "");
      expect(shape(monday)).toBe(shape("2026-11-23"));
    }
  },
);

test("the latest Monday is the day itself, or one of the six before it", () => {
  const days = Array.from({ length: 8 }, (_, index) => addDays("2026-12-28", index));
  expect(days.map(latestMonday)).toEqual([...Array(7).fill("2026-12-28"), "2027-01-04"]);
});

test("British companies have a realm of their own, however they are made", () => {
  const realmOf = (company: Company) =>
    newState({ seed: 3, today: "2026-11-16", company }).quickbooks.realmId;
  expect(realmOf("uk")).toBe(realmOf("uk-empty"));
  expect(realmOf("uk")).not.toBe(realmOf("sample"));
});

test("the British sample is the same company in pounds, with VAT, closed books and a clearing account", () => {
  const origin = { seed: 3, today: "2026-11-16" };
  const british = newState({ ...origin, company: "uk" });
  const view = overview(british);
  const american = overview(newState({ ...origin, company: "sample" }));
  // In addition to the eighteen months that were deposited by hand.
  const ids = new Set(american.payouts.map(({ id }) => id));
  const own = view.payouts.filter(({ id }) => ids.has(id));
  expect(view.payouts.length - own.length).toBe(HISTORY_WEEKS);
  expect(new Map(own.map(({ id, amount }) => [id, amount]))).toEqual(
    new Map(american.payouts.map(({ id, amount }) => [id, amount])),
  );
  const payoutIds = view.payouts.map(({ id }) => String(id));
  const byHand = Object.values(british.quickbooks.entities.Deposit).filter(
    ({ PrivateNote }) => PrivateNote === "Cards" || PrivateNote === "STRIPE PAYMENTS UK LTD",
  );
  // One week's payments went straight to the bank.
  expect(byHand).toHaveLength(HISTORY_WEEKS - 1);
  expect(payoutIds.some((id) => JSON.stringify(byHand).includes(id))).toBe(false);
  expect(new Set(view.payouts.map(({ currency }) => currency))).toEqual(new Set(["gbp", "eur"]));
  const { homeCurrency, entities } = british.quickbooks;
  const [info] = Object.values(entities.CompanyInfo);
  const [preferences] = Object.values(entities.Preferences);
  expect([homeCurrency, info?.Country]).toEqual(["GBP", "GB"]);
  expect(preferences?.AccountingInfoPrefs).toMatchObject({ BookCloseDate: "2026-10-31" });
  const open = (rows: typeof view.payments) => rows.filter(({ undeposited }) => undeposited).length;
  expect(open(view.payments)).toBeLessThan(open(american.payments));
});

test.each(["2026-01-01", "2026-02-28", "2026-11-16", "2026-11-21", "2026-11-22"])(
  "as of %s the small sample has something of each kind",
  (today) => {
    for (const seed of [1, 2, 3]) {
      const view = overview(newState({ seed, today, company: "small" }));
      const automatic = view.payouts.filter((payout) => payout.automatic);
      expect(automatic).toHaveLength(13);
      expect(view.payouts).toHaveLength(17);
      expect(view.payouts.filter(({ about }) => about)).toHaveLength(9);
      expect(automatic.filter(({ currency }) => currency === "eur")).toHaveLength(1);
      expect(automatic.filter(({ status }) => status === "in_transit")).toHaveLength(1);
      expect(automatic.every(({ amount }) => amount > 0)).toBe(true);
      for (const { amount, lines } of automatic) {
        expect((lines as { net: number }[]).reduce((sum, { net }) => sum + net, 0)).toBe(amount);
      }
      expect(view.payments.every(({ date }) => String(date) <= today)).toBe(true);
    }
  },
);

test("names: most as at the processor, about a third written differently", () => {
  const { stripe, quickbooks } = sample(1);
  const inBooks = new Set(
    Object.values(quickbooks.entities.Customer).map(({ DisplayName }) => DisplayName),
  );
  const known = stripe.customers.filter(({ name }) => inBooks.has(name));
  expect(known.length / stripe.customers.length).toBeGreaterThan(0.55);
  expect(known.length / stripe.customers.length).toBeLessThan(0.8);
});

test("a state file survives a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  const stateFile = join(folder, "state.json");
  const first = await start({ stateFile });
  const access = (await connectQuickBooks(first)).getToken().access_token ?? "";
  const made = await books(first, access)("createCustomer", { DisplayName: "Kept" });
  await first.close();
  const second = await start({ stateFile, seed: 99 });
  const read = await books(second, access)("getCustomer", made.Id);
  expect(read).toEqual(made);
  expect(readdirSync(folder)).toEqual(["state.json"]);
  await control(second, "POST", "/reset");
  expect((await control(second, "GET", "/state")).body.seed).toBe(99);
  await second.close();
  rmSync(folder, { recursive: true });
});

test("the command prints its addresses and stops on SIGTERM", async () => {
  const child = spawn(process.execPath, [
    "--import",
    "tsx",
    "emulators/cli.ts",
    "--company",
    "empty",
  ]);
  try {
    const [line] = await once(child.stdout, "data");
    const emulators = JSON.parse(String(line));
    expect((await stripeClient(emulators).payouts.list()).data).toEqual([]);
  } finally {
    child.kill("SIGTERM");
  }
  expect(await once(child, "exit")).toEqual([0, null]);
});
