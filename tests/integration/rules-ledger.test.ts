import { expect, test } from "vitest";
import { booksOf } from "@/tests/support/emulators";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  emulators,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn({});

const conditions = (kind: string) => ({
  ...{ kind, description: "", customer: "any", customer_name: "" },
  ...{ amount_from: null, amount_to: null, currency: null, after_days: 3 },
});
const rule = (kind: string, outcome: object) => ({
  ...{ integration_type: "stripe", conditions: conditions(kind), outcome },
});

async function accountId(name: string): Promise<string> {
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  return accounts.find(({ Name }: { Name: string }) => Name === name).Id;
}

test("a refund that the books lack is booked and posted once the rule is on, and so is the next", async () => {
  const sale = async (amount: number, name: string) => {
    await control("/stripe/payouts", { charges: [{ amount, name, refunded: 4_500 }] });
    await control("/quickbooks/payments", { amount, customer: name });
    await syncBoth();
  };
  await sale(60_000, "Blue Harbor");
  const account_id = await accountId("Refunds and Allowances");
  const { rule: made } = await ok(
    "POST",
    "/rules/",
    token,
    rule("refund", { do: "account", account_id }),
  );
  expect(made).toMatchObject({
    text: "Stripe refunds 3 days after the payout → book to 'Refunds and Allowances'",
    active: false,
  });
  await settled(token);
  expect(await theDeposit()).toMatchObject({ status: "suggested" });
  await ok("POST", "/rules/switch/", token, { rule_id: made.id, active: true });
  await settled(token);
  expect(await theDeposit()).toMatchObject({ status: "posted" });
  await sale(71_000, "Cora Dunn");
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  expect(deposits.map(({ status }: { status: string }) => status)).toEqual(["posted", "posted"]);
  for (const { lines } of (await booksOf(emulators)).deposits) {
    expect(lines).toContainEqual(
      expect.objectContaining({
        amount: -4_500,
        account: expect.objectContaining({ value: account_id }),
      }),
    );
  }
  const { uses } = await ok("GET", `/rules/uses/?rule_id=${made.id}`, token);
  expect(uses.map(({ text }: { text: string }) => text)).toEqual([
    "Booked to Refunds and Allowances",
    "Booked to Refunds and Allowances",
  ]);
});

test("a receipt is made of what QuickBooks has, by its names", async () => {
  const { items } = await ok("GET", "/qb/lists/", token);
  const [item] = items;
  const receipt = (change: object) =>
    rule("charge", {
      ...{ do: "receipt", customer: null, item_id: item.Id, tax_code_id: null, class_id: null },
      ...{ memo: "", ...change },
    });
  const { rule: made } = await ok("POST", "/rules/", token, receipt({}));
  expect(made.outcome).toMatchObject({ item: { Id: item.Id, Name: item.Name }, customer: null });
  const unknown: [object, string][] = [
    [{ item_id: "99999" }, "item_id"],
    [{ tax_code_id: "99999" }, "tax_code_id"],
    [{ class_id: "99999" }, "class_id"],
    [{ customer: { Id: "99999", name: "Nobody" } }, "customer"],
  ];
  for (const [change, field] of unknown) {
    const { status, body } = await call("POST", "/rules/", { token, body: receipt(change) });
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({
      ...{ status: 422, fields: [field] },
    });
  }
  const bank = (await ok("GET", "/qb/bank-account/", token)).banks[0].Id;
  const own = rule("refund", { do: "account", account_id: bank });
  expect((await call("POST", "/rules/", { token, body: own })).status).toBe(422);
});
