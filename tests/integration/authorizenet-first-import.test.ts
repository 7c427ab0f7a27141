import { expect, test } from "vitest";
import { addBankDays } from "@/lib/bank-days";
import { addDays } from "@/lib/dates";
import { ok } from "../support/client";
import { settled } from "../support/worker";
import { inWorld } from "../support/world";
import {
  addAuthorizeNet,
  cents,
  control,
  DAILY,
  type Deposit,
  deposits,
  eachWithFreshBooks,
  emulators,
  MONTHLY,
  sum,
  withAuthorizeNet,
} from "./authorizenet/world";

eachWithFreshBooks();

const day = addDays(new Date().toISOString().slice(0, 10), -20);
const APART = { card_days: 2, echeck_days: 7, amex_apart: true, amex_days: 3 };
const AMEX = { accountType: "AmericanExpress" };

async function batch(transactions: object[], paymentMethod?: string): Promise<string> {
  const { batchId } = await control("/authorizenet/batches", {
    ...{ date: day, transactions },
    ...(paymentMethod && { paymentMethod }),
  });
  return batchId;
}

/** 943.84: 853.25 by card and 90.59 by American Express. */
const mixed = () =>
  batch([
    { amount: 53_325, firstName: "Ann", lastName: "Lee", invoiceNumber: "HL-7001" },
    { amount: 32_000, firstName: "Bo", lastName: "Ray", invoiceNumber: "HL-7002" },
    { amount: 9_059, ...AMEX, firstName: "Cy", lastName: "Fox", invoiceNumber: "HL-7003" },
  ]);

const save = (token: string, body: object) => ok("PUT", "/authorize/settings/", token, body);

async function ofBatch(token: string, id: string): Promise<Map<string, Deposit>> {
  const own = (await deposits(token)).filter(({ source_id }) => source_id?.startsWith(id));
  return new Map(own.map((each) => [each.source_id?.slice(id.length) ?? "", each]));
}

async function totals(token: string, id: string): Promise<Record<string, string>> {
  const found = [...(await ofBatch(token, id))].map(([part, { total_amt = "" }]) => [
    part === "" ? "batch" : part,
    total_amt,
  ]);
  return Object.fromEntries(found);
}

test("batches of the first import are divided once American Express is said to be apart, and joined again", async () => {
  const id = await mixed();
  const token = await withAuthorizeNet();
  expect(await totals(token, id)).toEqual({ batch: "943.84" });

  await save(token, { ...MONTHLY, ...APART });
  expect(await totals(token, id)).toEqual({ batch: "853.25", "-amex": "90.59" });
  const parts = await ofBatch(token, id);
  expect(parts.get("")).toMatchObject({ txn_date: addBankDays(day, 2), payout_status: "paid" });
  expect(parts.get("-amex")).toMatchObject({
    ...{ txn_date: addBankDays(day, 3), payout_status: "paid", status: "pending" },
    lines: [{ amount: "90.59" }],
  });
  // A payer is found in the part alone.
  const { deposits: found } = await ok("GET", "/qb/deposit-status/?q=HL-7003", token);
  expect(found.map(({ source_id }: Deposit) => source_id)).toEqual([`${id}-amex`]);
  // Neither another sync nor another connection changes anything.
  await ok("GET", "/authorize/sync-payouts/", token);
  expect(await totals(token, id)).toEqual({ batch: "853.25", "-amex": "90.59" });

  await save(token, { ...MONTHLY, ...APART, amex_apart: false });
  expect(await totals(token, id)).toEqual({ batch: "943.84" });
  expect((await ofBatch(token, id)).get("")?.lines).toHaveLength(3);
  await save(token, { ...MONTHLY, ...APART });
  expect(await totals(token, id)).toEqual({ batch: "853.25", "-amex": "90.59" });
});

test("each part has its own predicted fee, and a batch of American Express alone keeps its id", async () => {
  const both = await mixed();
  const alone = await batch([{ amount: 10_000, ...AMEX }]);
  const echecks = await batch([{ amount: 7_000 }], "eCheck");
  const token = await withAuthorizeNet();
  await save(token, { ...DAILY, ...APART });
  // 2.90 % of 853.25 and twice 0.30; 2.90 % of 90.59 and 0.30.
  expect(await totals(token, both)).toEqual({ batch: "827.91", "-amex": "87.66" });
  const [renamed] = (await ofBatch(token, alone)).values();
  expect(renamed).toMatchObject({ source_id: alone, txn_date: addBankDays(day, 3) });
  expect(await totals(token, echecks)).toEqual({ batch: "67.67" });
  await save(token, { ...DAILY, ...APART, amex_apart: false });
  expect(await totals(token, both)).toEqual({ batch: "915.57" });
  const [again] = (await ofBatch(token, alone)).values();
  expect(again).toMatchObject({ txn_date: addBankDays(day, 2) });
});

/** A batch whose card payments are in the books; of the American Express charge a user booked the sale. */
async function matchedBatch() {
  const { token } = await inWorld("connected", emulators);
  const id = await mixed();
  for (const [amount, customer, refNum] of [
    [53_325, "Ann Lee", "HL-7001"],
    [32_000, "Bo Ray", "HL-7002"],
  ] as const) {
    await control("/quickbooks/payments", { amount, customer, refNum, date: day });
  }
  await ok("POST", "/qb/sync-payments/", token);
  await addAuthorizeNet(token);
  const whole = (await ofBatch(token, id)).get("");
  const { lines } = (await ok("GET", `/qb/deposit/?deposit_id=${whole?.id}`, token)).deposit;
  const amex = lines.find(({ amount }: { amount: string }) => amount === "90.59");
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  const sales = accounts.find(({ Name }: { Name: string }) => Name === "Sales");
  const line = { deposit_id: whole?.id, line_id: amex.id, kind: "charge" };
  await ok("POST", "/qb/book-line/", token, { ...line, account_id: sales.Id });
  await settled(token);
  expect((await ofBatch(token, id)).get("")).toMatchObject({ status: "matched" });
  return { token, id, depositId: whole?.id };
}

const statuses = async (token: string, id: string) =>
  Object.fromEntries([...(await ofBatch(token, id))].map(([part, { status }]) => [part, status]));

test("the first settings divide what is matched, too: what a user chose for a line goes with it", async () => {
  const { token, id } = await matchedBatch();
  await save(token, { ...MONTHLY, ...APART });
  await settled(token);
  expect(await totals(token, id)).toEqual({ batch: "853.25", "-amex": "90.59" });
  expect(await statuses(token, id)).toEqual({ "": "matched", "-amex": "matched" });
});

test("later, a match that a user decided stays as it is, and the answer says so", async () => {
  const { token, id, depositId } = await matchedBatch();
  await ok("PUT", "/authorize/settings/", token, MONTHLY);
  const { message } = await save(token, { ...MONTHLY, ...APART });
  expect(message).toBe(
    "Authorize.Net settings saved successfully. 1 deposit whose match you confirmed stays as it is: undo the match to change that",
  );
  expect(await totals(token, id)).toEqual({ batch: "943.84" });
  await ok("POST", "/qb/undo/", token, { deposit_id: depositId });
  await ok("GET", "/authorize/sync-payouts/", token);
  await settled(token);
  expect(await totals(token, id)).toEqual({ batch: "853.25", "-amex": "90.59" });
});

test("a posted part stays: the other one isn't joined with it", async () => {
  const id = await mixed();
  const token = await withAuthorizeNet();
  await save(token, { ...MONTHLY, ...APART });
  const apart = (await ofBatch(token, id)).get("-amex");
  await ok("POST", "/qb/put-aside/", token, { deposit_ids: [apart?.id] });
  await save(token, { ...MONTHLY, ...APART, amex_apart: false });
  expect(await totals(token, id)).toEqual({ batch: "853.25", "-amex": "90.59" });
});

test("of a whole first import, nothing is lost or counted twice on the way there and back", async () => {
  await control("/reset", { company: "untidy" });
  const token = await withAuthorizeNet();
  const sums = async () => {
    const all = await deposits(token);
    const lines = all.flatMap((each) => each.lines.map(({ amount }) => cents(amount)));
    for (const each of all) expect(sum(each)).toBe(cents(each.total_amt));
    return { deposits: all.length, lines: lines.toSorted(), sum: lines.reduce((a, b) => a + b, 0) };
  };
  const before = await sums();
  await save(token, { ...MONTHLY, ...APART });
  const divided = await sums();
  expect(divided.deposits).toBeGreaterThan(before.deposits + 2);
  expect({ ...divided, deposits: before.deposits }).toEqual(before);
  await save(token, { ...MONTHLY, ...APART, amex_apart: false });
  expect(await sums()).toEqual(before);
});
