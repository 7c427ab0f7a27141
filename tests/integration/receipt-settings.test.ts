import { describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectQuickBooks } from "../support/company";
import { settled } from "../support/worker";
import { control, detailOf, eachInACompanyOfItsOwn, syncBoth, token } from "./ledger-changes/world";

eachInACompanyOfItsOwn();

interface Named {
  Id: string;
  Name: string;
}

const lists = () => ok("GET", "/qb/lists/", token);
const idIn = (list: Named[], name: string) => list.find(({ Name }) => Name === name)?.Id ?? null;

const NONE = { item_id: null, refund_item_id: null, tax_code_id: null, class_id: null, memo: "" };
const save = (change: object) =>
  call("PUT", "/settings/receipts/", {
    token,
    body: { integration_type: "stripe", ...NONE, ...change },
  });

describe("what receipts are created with", () => {
  test("is chosen per processor from QuickBooks' lists, and shown", async () => {
    const { items, tax_codes, classes } = await lists();
    expect(items).toContainEqual({
      ...{ Id: expect.any(String), Name: "Services", type: "Service" },
      income_account: "Sales",
    });
    expect(items.map(({ Name }: Named) => Name)).not.toContain("Evening Course (deleted)");
    const { body } = await save({
      ...{ item_id: idIn(items, "Services"), refund_item_id: idIn(items, "Refunds") },
      ...{ tax_code_id: idIn(tax_codes, "NON"), class_id: idIn(classes, "Online") },
      memo: "Web shop",
    });
    expect(body).toEqual({ message: "Receipts from Stripe saved" });
    const { sources } = await ok("GET", "/settings/receipts/", token);
    expect(sources).toEqual([
      {
        ...{ integration_type: "stripe", name: "Stripe", memo: "Web shop" },
        connection_id: expect.any(String),
        item: { Id: idIn(items, "Services"), Name: "Services" },
        refund_item: { Id: idIn(items, "Refunds"), Name: "Refunds" },
        tax_code: { Id: "NON", Name: "NON" },
        class: { Id: idIn(classes, "Online"), Name: "Online" },
      },
    ]);
    await save({});
    expect((await ok("GET", "/settings/receipts/", token)).sources[0]).toMatchObject({
      ...{ item: null, refund_item: null, tax_code: null, class: null, memo: "" },
    });
  });

  test("is refused when QuickBooks does not have it", async () => {
    for (const [field, words] of [
      ["item_id", "product or service"],
      ["refund_item_id", "product or service"],
      ["tax_code_id", "tax code"],
      ["class_id", "class"],
    ]) {
      const { status, body } = await save({ [field ?? ""]: "99999" });
      const message = `This ${words} isn't in QuickBooks, or is inactive. Reload the list and choose again.`;
      expect([status, body.message, body.fields]).toEqual([
        422,
        message,
        { [field ?? ""]: message },
      ]);
    }
    const { status, body } = await save({ integration_type: "authorize" });
    expect([status, body.message]).toEqual([
      409,
      "Authorize.Net isn't connected. Connect it first.",
    ]);
  });

  test("leaves with its QuickBooks company, but for the memo", async () => {
    const { items } = await lists();
    await save({ item_id: idIn(items, "Services"), memo: "Web shop" });
    await adminDb().integration.updateMany({
      where: { provider: "quickbooks", status: "connected" },
      data: { externalAccountId: "another" },
    });
    await connectQuickBooks(token);
    await settled(token);
    expect((await ok("GET", "/settings/receipts/", token)).sources[0]).toMatchObject({
      ...{ item: null, memo: "Web shop" },
    });
  });
});

test("customers are searched in QuickBooks", async () => {
  await control("/quickbooks/payments", { amount: 5_000, customer: "Blue Harbor" });
  const { customers } = await ok("GET", "/qb/customers/?search=harb", token);
  expect(customers).toEqual([{ Id: expect.any(String), name: "Blue Harbor", email: "" }]);
});

describe("a receipt with other choices than the defaults", () => {
  async function missingCharge() {
    await control("/stripe/payouts", { charges: [{ amount: 50_000, name: "Cedar Point Marina" }] });
    await control("/stripe/payouts", { charges: [{ amount: 7_000, name: "Nobody" }] });
    await syncBoth();
    const { deposits } = await ok("GET", "/qb/deposit-status/", token);
    const { deposit } = await detailOf(
      deposits.find(({ total_amt }: { total_amt: string }) => Number(total_amt) > 100).id,
    );
    return deposit;
  }
  const plan = async (change: object) => {
    const { id, lines } = await missingCharge();
    return call("POST", "/qb/plan-receipt/", {
      token,
      body: {
        ...{ deposit_id: id, line_ids: [lines[0].id] },
        receipt: { customer: null, item_id: null, date: "2026-11-01", ...change },
      },
    });
  };

  test("has them from QuickBooks", async () => {
    await control("/quickbooks/payments", { amount: 1_00, customer: "Marina" });
    const { items, classes } = await lists();
    const { customers } = await ok("GET", "/qb/customers/?search=Marina", token);
    await plan({
      ...{ item_id: idIn(items, "Services"), class_id: idIn(classes, "Studio") },
      customer: { Id: customers[0].Id, name: "Marina" },
    });
    const planned = await adminDb().plannedPayment.findFirstOrThrow({
      include: { payment: true },
      orderBy: { plannedAt: "desc" },
    });
    expect(planned).toMatchObject({
      ...{ itemName: "Services", itemAccountName: "Sales" },
      ...{ className: "Studio", newCustomer: false },
      payment: { customerId: customers[0].Id, customerName: "Marina" },
    });
  });

  test("is refused for a product and a customer that QuickBooks does not have", async () => {
    const product = await plan({ item_id: "99999" });
    expect([product.status, product.body.fields]).toEqual([
      422,
      {
        item_id:
          "This product or service isn't in QuickBooks, or is inactive. Reload the list and choose again.",
      },
    ]);
    const customer = await plan({ customer: { Id: "99999", name: "Nobody" } });
    expect([customer.status, customer.body.message]).toEqual([
      422,
      "This customer isn't in QuickBooks. Search again.",
    ]);
  });
});
