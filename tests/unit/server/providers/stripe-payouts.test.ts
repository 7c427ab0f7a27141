import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sumMinor } from "@/lib/money";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import {
  ACCOUNT,
  collect,
  control,
  type Emulators,
  failure,
  MemoryStore,
  requests,
  startEmulators,
  stripeProvider,
} from "./support";

let emulators: Emulators;
let store: MemoryStore;

beforeEach(async () => {
  emulators = await startEmulators({ today: "2026-11-18", company: "empty" });
  store = new MemoryStore({ secretKey: emulators.credentials.stripeSecretKey });
});
afterEach(() => emulators.close());

const source = () => stripeProvider(emulators).source;
const payOut = (body: object) => control(emulators, "POST", "/stripe/payouts", body);

async function only(): Promise<SourcePayout> {
  const [payout] = await collect(source().payouts(store, undefined, ACCOUNT));
  if (!payout) throw new Error("no payout");
  return payout;
}

async function linesOf(body: object): Promise<SourceLine[]> {
  await payOut(body);
  return source().lines(store, await only(), ACCOUNT);
}

const numbers = (line: SourceLine | undefined) => line?.numbers?.map(({ value }) => value) ?? [];

describe("invoice numbers", () => {
  it("come from invoice payments, in one list for charges made at once", async () => {
    const charges = Array.from({ length: 5 }, (_, index) => ({
      ...{ amount: 1_000 + index, customer: `Subscriber ${index}` },
      invoice: `A1B2-000${index}`,
    }));
    const lines = await linesOf({ charges });
    expect(lines.map((line) => numbers(line).at(-1)).sort()).toEqual(
      charges.map(({ invoice }) => invoice),
    );
    // Whether there are any, and the list.
    expect(await requests(emulators, "/v1/invoice_payments")).toHaveLength(2);
  });

  it("of invoices that were open for weeks are looked up by payment intent", async () => {
    const [line] = await linesOf({
      charges: [{ amount: 9_900, customer: "Slow Payer", invoice: "C-77", invoicedBefore: 28 }],
    });
    expect(numbers(line)).toContain("C-77");
  });

  it("of a refund are those of its charge", async () => {
    const lines = await linesOf({
      charges: [{ amount: 9_900, customer: "Ann Lee", invoice: "C-78", refunded: 900 }],
    });
    const refund = lines.find(({ kind }) => kind === "refund");
    expect(numbers(refund)).toContain("C-78");
  });

  it("are not asked for where the shop has its own, or nobody is a customer", async () => {
    await linesOf({
      charges: [
        { amount: 1_000, description: "Order #10234", customer: "Ann Lee" },
        { amount: 2_000 },
      ],
    });
    expect(await requests(emulators, "/v1/invoice_payments")).toEqual([]);
  });

  it("are left out where the key may not read invoices", async () => {
    await payOut({ charges: [{ amount: 1_000, customer: "Ann Lee", invoice: "C-79" }] });
    await control(emulators, "POST", "/stripe/restricted-key", { lacks: ["rak_invoice_read"] });
    store = new MemoryStore({ secretKey: emulators.credentials.stripeRestrictedKey });
    const [line] = await source().lines(store, await only(), ACCOUNT);
    expect(line).toMatchObject({ gross: 1_000, customerName: "Ann Lee" });
    expect(numbers(line)).not.toContain("C-79");
  });
});

it("a refund has the customer of its charge, where only Stripe's customer has a name", async () => {
  const lines = await linesOf({
    charges: [{ amount: 5_000, customer: "Grace Hopper", refunded: 1_000 }],
  });
  expect(lines.find(({ kind }) => kind === "refund")).toMatchObject({
    customerName: "Grace Hopper",
    customer: { names: ["Grace Hopper"] },
  });
});

it("a dispute has the customer of its charge, and names none itself", async () => {
  const lines = await linesOf({
    charges: [{ amount: 5_000, customer: "Grace Hopper", disputed: true }],
  });
  expect(lines.find(({ kind }) => kind === "dispute")).toMatchObject({
    customerName: "Grace Hopper",
    customer: { names: ["Grace Hopper"] },
  });
});

describe("lines that don't add up", () => {
  it.each([
    [300, 300],
    [-250, -250],
  ])("by %i get one for the difference", async (unlisted, net) => {
    const lines = await linesOf({ charges: [{ amount: 10_000, name: "Ann Lee" }], unlisted });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({
      ...{ kind: "other", providerKind: "unexplained_difference", net, fee: 0 },
      description: "Difference: the transactions that Stripe lists add up to 96.80",
    });
    expect(sumMinor(lines.map((line) => line.net))).toBe((await only()).amount);
  });

  it("are refused where a line is in another currency", async () => {
    await payOut({ charges: [{ amount: 10_000 }] });
    const payout = { ...(await only()), currency: "EUR" };
    expect(await failure(source().lines(store, payout, ACCOUNT))).toMatchObject({
      detail: { code: "lines_do_not_add_up" },
    });
  });
});

describe("a payout", () => {
  it("whose transactions Stripe doesn't list is matched as a whole", async () => {
    await payOut({ charges: [{ amount: 10_000 }], reconciled: false });
    const payout = await only();
    expect(payout).toMatchObject({ itemized: false, complete: true, amount: 9_680 });
    expect(await source().lines(store, payout, ACCOUNT)).toEqual([]);
  });

  it("into a bank account in another currency says which", async () => {
    await payOut({ charges: [{ amount: 10_000 }], currency: "usd", bank: "eur" });
    expect(await only()).toMatchObject({ currency: "USD", bankCurrency: "EUR" });
    expect(JSON.stringify((await only()).raw)).not.toMatch(/fingerprint|last4|bank_name/);
  });

  it("into an account in its own currency has none", async () => {
    await payOut({ charges: [{ amount: 10_000 }], currency: "eur" });
    expect(await only()).not.toHaveProperty("bankCurrency");
  });

  it("is read without its bank account where the key may not see that", async () => {
    await payOut({ charges: [{ amount: 10_000 }], bank: "eur" });
    const fault = { provider: "stripe", match: { path: "data.destination" } };
    await control(emulators, "POST", "/faults", { ...fault, kind: "status", status: 403 });
    expect(await only()).toMatchObject({ amount: 9_680 });
  });

  it("has the bank's name of the transfer once it is paid", async () => {
    await payOut({ charges: [{ amount: 10_000 }] });
    expect((await only()).traceId).toMatch(/^[A-Z0-9]{16}$/);
    await payOut({ charges: [{ amount: 20_000 }], status: "in_transit" });
    expect(await only()).not.toHaveProperty("traceId");
  });
});

it("an application that is no extension can't ask to read only", async () => {
  await control(emulators, "POST", "/stripe/platform", { extension: false });
  const query = new URLSearchParams({
    ...{ response_type: "code", scope: "read_only", state: "s" },
    ...{ client_id: String(emulators.env.STRIPE_CONNECT_CLIENT_ID), redirect_uri: "http://x/" },
  });
  const page = await fetch(`${emulators.stripe.url}/oauth/authorize?${query}`);
  expect(page.status).toBe(400);
  expect(await page.text()).toContain("Only extensions can use the read_only scope");
});
