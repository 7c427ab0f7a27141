import { expect, test } from "vitest";
import type { Deposit } from "@/lib/contracts/deposits";
import { addDays } from "@/lib/dates";
import { booksOf } from "@/tests/support/emulators";
import { BY_HAND, emulators, expectCleared, inBritain } from "../integration/british-sample/world";
import { ok } from "../support/client";
import { chooseAccounts, connectedCompany } from "../support/company";
import { settled } from "../support/worker";

inBritain();

test("from a start date on, only the payouts since then are imported and looked at", async () => {
  const startDate = addDays(new Date().toISOString().slice(0, 10), -35);
  const { token } = await connectedCompany(emulators, {}, { startDate });
  await chooseAccounts(token);
  await settled(token);
  const { deposits } = (await ok("GET", "/qb/deposit-status/", token)) as { deposits: Deposit[] };
  expect(deposits.every(({ txn_date }) => txn_date >= startDate)).toBe(true);
  const notes = new Map((await booksOf(emulators)).deposits.map(({ id, note }) => [id, note]));
  const linked = deposits.filter(
    ({ posting, quickbook_id }) => posting?.adopted && BY_HAND.has(notes.get(quickbook_id) ?? ""),
  );
  expect(linked.length).toBeGreaterThanOrEqual(2);
  expect(linked.length).toBeLessThanOrEqual(3);
  expect(deposits.filter(({ reason }) => reason?.code === "in_bank")).toHaveLength(1);
  // Of no charge is it said that QuickBooks lacks it: what fits is in the clearing account, on a Deposit, or an invoice.
  const lacking = deposits.filter(({ reason }) => reason?.code === "missing" && reason.line_id);
  expect(lacking.map(({ reason }) => reason?.text)).toEqual([]);
  // How many depends on the weekday.
  expect(expectCleared(deposits)).toBeGreaterThan(0);
});
