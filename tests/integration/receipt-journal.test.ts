import { expect, test } from "vitest";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

const idOf = (list: { Id: string; Name: string }[], name: string) =>
  list.find(({ Name }) => Name === name)?.Id ?? null;

/** A payout of a sale that the books lack. */
async function missingCharge() {
  await control("/stripe/payouts", { charges: [{ amount: 12_345, name: "Anna Li" }] });
  await syncBoth();
  const { id } = await theDeposit();
  const { deposit } = await detailOf(id);
  return { id, line_id: deposit.lines[0].id };
}

async function plan(deposit_id: number, line_id: number, item_id: string | null) {
  const receipt = { customer: null, item_id, date: "2026-11-01" };
  const body = { deposit_id, line_ids: [line_id], receipt };
  expect((await call("POST", "/qb/plan-receipt/", { token, body })).status).toBe(200);
}

const accounts = ({ created }: { created: { lines: { account: string }[] }[] }) =>
  created.flatMap(({ lines }) => lines.map(({ account }) => account));

test("the journal of a receipt names the account of its product, before and after posting", async () => {
  const { items } = await ok("GET", "/qb/lists/", token);
  const { id, line_id } = await missingCharge();
  await plan(id, line_id, idOf(items, "Services"));
  const planned = await detailOf(id);
  expect(accounts(planned.journal)).toEqual(["Undeposited Funds", "Sales"]);
  await settled(token);
  const { journal } = await detailOf(id);
  expect(journal.posted).toBe(true);
  expect(accounts(journal)).toEqual(["Undeposited Funds", "Sales"]);
});

test("so does that of a receipt with the product of the settings", async () => {
  const { items } = await ok("GET", "/qb/lists/", token);
  const item_id = idOf(items, "Services");
  const none = { refund_item_id: null, tax_code_id: null, class_id: null, memo: "" };
  await ok("PUT", "/settings/receipts/", token, { integration_type: "stripe", item_id, ...none });
  const { id, line_id } = await missingCharge();
  await plan(id, line_id, item_id);
  await settled(token);
  const { journal } = await detailOf(id);
  expect(accounts(journal)).toEqual(["Undeposited Funds", "Sales"]);
});
