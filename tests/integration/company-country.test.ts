import { describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectQuickBooks, signUp } from "../support/company";
import { settled } from "../support/worker";
import { control, eachInACompanyOfItsOwn, emulators } from "./ledger-changes/world";

eachInACompanyOfItsOwn();

const settingsOf = (token: string) => ok("GET", "/settings/company/", token);

/** A new account whose books are in a country. */
async function companyIn(books: object): Promise<string> {
  await control("/quickbooks/company", books);
  const { token } = await signUp();
  await connectQuickBooks(token);
  await settled(token);
  return token;
}

async function connectStripe(token: string): Promise<void> {
  const body = { secret_key: emulators.credentials.stripeSecretKey };
  await ok("POST", "/stripe/connect/", token, body);
  await settled(token);
}

describe("a company's first books set", () => {
  test("date format, time zone and the tax's name by their country, and this is said until it is seen", async () => {
    await control("/reset", { company: "uk-empty" });
    const token = await companyIn({});
    const set = { country: "United Kingdom", date_format: "DD-MM-YYYY", timezone: "Europe/London" };
    expect(await settingsOf(token)).toMatchObject({
      ...{ date_format: "DD-MM-YYYY", timezone: "Europe/London", adopted: set },
      tax: { name: "VAT", asked: true },
    });
    await ok("POST", "/settings/adopted/", token);
    expect(await settingsOf(token)).toMatchObject({
      ...{ date_format: "DD-MM-YYYY", timezone: "Europe/London", adopted: null },
    });
  });

  test("the zone of their state, and lines that are stored already get its days", async () => {
    // In New York, which a new company has, it is the evening before.
    const date = "2026-10-30";
    const moment = `${date}T03:30:00Z`;
    await control("/stripe/payouts", {
      charges: [{ amount: 4_200, created: Date.parse(moment) / 1000 }],
    });
    await control("/quickbooks/company", { country: "AU", region: "WA" });
    const { token } = await signUp();
    await connectStripe(token);
    const dayOf = async () => {
      const { deposits } = await ok("GET", "/qb/deposit-status/", token);
      const where = { depositId: deposits[0].id };
      return (await adminDb().depositLine.findFirstOrThrow({ where })).date.toISOString();
    };
    expect(await dayOf()).toContain("2026-10-29T");
    await connectQuickBooks(token);
    expect(await settingsOf(token)).toMatchObject({ timezone: "Australia/Perth" });
    expect(await dayOf()).toContain(`${date}T`);
  });

  test("nothing where they name no country", async () => {
    const token = await companyIn({ statesCountry: false });
    expect(await settingsOf(token)).toMatchObject({
      ...{ date_format: "MM-DD-YYYY", timezone: "America/New_York", adopted: null },
    });
  });

  test("nothing that a person chose, and nothing when they are connected again", async () => {
    await control("/reset", { company: "uk-empty" });
    const { token } = await signUp();
    const { tax: _tax, adopted: _adopted, currency: _currency, ...own } = await settingsOf(token);
    const chosen = { ...own, date_format: "YYYY-MM-DD", timezone: "Asia/Tokyo" };
    await ok("PUT", "/settings/company/", token, chosen);
    await connectQuickBooks(token);
    const kept = { date_format: "YYYY-MM-DD", timezone: "Asia/Tokyo", adopted: null };
    expect(await settingsOf(token)).toMatchObject(kept);
    const american = { ...chosen, date_format: "MM-DD-YYYY", timezone: "America/New_York" };
    await ok("PUT", "/settings/company/", token, american);
    await connectQuickBooks(token);
    expect(await settingsOf(token)).toMatchObject({
      ...{ date_format: "MM-DD-YYYY", timezone: "America/New_York", adopted: null },
    });
  });
});

test("where VAT is charged, a receipt is not planned without a code", async () => {
  await control("/reset", { company: "uk-empty" });
  const token = await companyIn({});
  await control("/stripe/payouts", {
    currency: "gbp",
    charges: [{ amount: 5_000, name: "Ann Baker" }],
  });
  await connectStripe(token);
  const { items, tax_codes } = await ok("GET", "/qb/lists/", token);
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const [{ id: deposit_id, lines }] = deposits;
  const plan = (chosen: object) =>
    call("POST", "/qb/plan-receipt/", {
      token,
      body: {
        ...{ deposit_id, line_ids: [lines[0].id] },
        receipt: { customer: null, item_id: items[0].Id, date: "2026-11-03", ...chosen },
      },
    });
  const refused = await plan({});
  const message = "Choose a VAT code first, also for a sale without VAT.";
  expect(refused).toMatchObject({
    status: 422,
    body: { message, fields: { tax_code_id: message } },
  });
  const selection = { deposit_id };
  await ok("PUT", "/settings/receipts/", token, {
    ...{ integration_type: "stripe", item_id: items[0].Id, refund_item_id: null },
    ...{ tax_code_id: null, class_id: null, memo: "" },
  });
  const { obstacle } = await ok("POST", "/qb/preview-receipts/", token, selection);
  expect(obstacle).toBe("Choose a VAT code for receipts from Stripe first.");
  expect((await plan({ tax_code_id: tax_codes[0].Id })).status).toBe(200);
});
