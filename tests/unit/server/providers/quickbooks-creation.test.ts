import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PaymentDraft } from "@/server/providers/ledger";
import {
  connectQuickBooks,
  control,
  type Emulators,
  failure,
  MemoryStore,
  overview,
  quickBooksProvider,
  startEmulators,
} from "./support";

let emulators: Emulators;
let store: MemoryStore;
let customerId: string;

const books = (changes = {}) => quickBooksProvider(emulators, changes).ledger;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7, today: "2026-11-18", company: "empty" });
});
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
  const made = await books().createCustomer(
    store,
    { name: "Anna Li", email: "anna@li.example", currency: "USD" },
    "customer-0",
  );
  customerId = made.customer.id;
});
afterAll(() => emulators.close());

function receipt(changes: Partial<PaymentDraft> = {}): PaymentDraft {
  return {
    kind: "SalesReceipt",
    date: "2026-11-10",
    amount: 12_345,
    currency: "USD",
    customerId,
    referenceNumber: "ch_3PqLkJ2eZvKYlo2C1gFJz5aB",
    note: "Stripe ch_3PqLkJ2eZvKYlo2C1gFJz5aB marker-1",
    invoices: [],
    itemId: "1",
    taxCodeId: null,
    classId: null,
    description: "Order 1042",
    ...changes,
  };
}

function fault(input: object) {
  return control(emulators, "POST", "/faults", { provider: "quickbooks", ...input });
}

const undeposited = async () =>
  (await overview(emulators)).payments.filter((payment) => payment.undeposited);

describe("the lists that a receipt is filled in from", () => {
  it("has what can be sold, by name", async () => {
    expect(await books().items(store)).toEqual([
      { id: "1", name: "Services", type: "Service", incomeAccount: "Sales" },
      { id: "2", name: "Workshop Materials", type: "NonInventory", incomeAccount: "Sales" },
      { id: "3", name: "Refunds", type: "Service", incomeAccount: "Refunds and Allowances" },
    ]);
    expect(await books().classes(store)).toEqual([
      { id: "1", name: "Online" },
      { id: "2", name: "Studio" },
    ]);
  });

  it("offers TAX and NON in the United States, elsewhere the company's own codes", async () => {
    const ids = async () => (await books().taxCodes(store)).map(({ id }) => id).toSorted();
    expect(await ids()).toEqual(["NON", "TAX"]);
    await control(emulators, "POST", "/quickbooks/company", { country: "GB" });
    expect(await ids()).toEqual(["5", "6", "7"]);
  });

  it("finds customers by a part of the name or the address, quotes and all", async () => {
    await books().createCustomer(
      store,
      { name: "Sean O'Hara & Sons", email: "", currency: "USD" },
      "customer-1",
    );
    expect(await books().customers(store, "o'hara &")).toMatchObject([
      { name: "Sean O'Hara & Sons", email: "" },
    ]);
    expect(await books().customers(store, "anna@")).toEqual([
      { id: customerId, name: "Anna Li", email: "anna@li.example" },
    ]);
    expect(await books().customers(store, "nobody")).toEqual([]);
  });
});

describe("a new customer", () => {
  const named = (name: string) => ({ name, email: "", currency: "USD" });

  it("is the existing one of that name, in whatever case", async () => {
    const again = await books().createCustomer(store, named("anna LI"), "customer-2");
    expect(again).toMatchObject({ created: false, customer: { id: customerId } });
  });

  it("is created once when its answer is lost", async () => {
    await fault({ match: { method: "POST", path: "/customer" }, kind: "cut_after" });
    const lost = await failure(books().createCustomer(store, named("Ben Ortiz"), "customer-3"));
    expect(lost.failure).toBe("unavailable");
    const again = await books().createCustomer(store, named("Ben Ortiz"), "customer-3");
    expect(again.created).toBe(true);
    const other = await books().createCustomer(store, named("Ben Ortiz"), "customer-4");
    expect(other).toMatchObject({ created: false, customer: { id: again.customer.id } });
  });

  it("can't have a supplier's name", async () => {
    const refused = await failure(books().createCustomer(store, named("Stripe"), "customer-3"));
    expect(refused).toMatchObject({ failure: "rejected", detail: { code: "6240" } });
  });

  it("has no colon in its name, which QuickBooks reads as a job", async () => {
    const made = await books().createCustomer(store, named("Attn: Ida\tFox"), "customer-4");
    expect(made.customer.names).toContain("Attn Ida Fox");
  });
});

describe("creating a receipt or a payment", () => {
  it("lands in Undeposited Funds, with item, class, reference and note", async () => {
    const made = await books().createPayment(store, receipt({ classId: "2" }), "receipt-0");
    expect(made).toMatchObject({
      kind: "SalesReceipt",
      amount: 12_345,
      date: "2026-11-10",
      customerId,
      customerName: "Anna Li",
      referenceNumber: "ch_3PqLkJ2eZvKYlo2C1g",
      note: "Stripe ch_3PqLkJ2eZvKYlo2C1gFJz5aB marker-1",
      open: true,
    });
    expect(await undeposited()).toMatchObject([{ id: made.providerId, amount: 12_345 }]);
  });

  it("is done once for one request id", async () => {
    const first = await books().createPayment(store, receipt(), "receipt-0");
    const again = await books().createPayment(store, receipt(), "receipt-0");
    expect(again.providerId).toBe(first.providerId);
    expect(await undeposited()).toHaveLength(1);
  });

  it("gives a refund receipt a negative amount", async () => {
    const made = await books().createPayment(store, receipt({ kind: "RefundReceipt" }), "refund-0");
    expect(made).toMatchObject({ kind: "RefundReceipt", amount: -12_345, open: true });
  });

  it("takes a receipt without a customer, and a payment on account", async () => {
    const nobody = await books().createPayment(store, receipt({ customerId: null }), "receipt-1");
    expect(nobody).toMatchObject({ customerId: "", open: true });
    const payment = await books().createPayment(store, receipt({ kind: "Payment" }), "payment-0");
    expect(payment).toMatchObject({ kind: "Payment", amount: 12_345, customerId });
  });

  it("finds by the marker what an answer that never came left behind", async () => {
    await fault({ match: { method: "POST", path: "/salesreceipt" }, kind: "cut_after" });
    const lost = await failure(books().createPayment(store, receipt(), "receipt-0"));
    expect(lost.failure).toBe("unavailable");
    const found = await books().findPayment(store, receipt());
    expect(found).toMatchObject({ amount: 12_345, customerName: "Anna Li" });
    const other = receipt({ note: "Stripe ch_1 marker-2" });
    expect(await books().findPayment(store, other)).toBeNull();
  });

  it.each([
    ["item", { itemId: "99" }, "2500"],
    ["inactive item", { itemId: "5" }, "610"],
    ["class", { classId: "99" }, "2500"],
    ["customer", { customerId: "9999" }, "2500"],
  ])("is refused with an unknown %s", async (_, changes, code) => {
    const refused = await failure(books().createPayment(store, receipt(changes), "receipt-0"));
    expect(refused.detail.code).toBe(code);
    expect(await undeposited()).toEqual([]);
  });

  it("is refused in a closed period", async () => {
    await control(emulators, "POST", "/quickbooks/company", { closedUntil: "2026-11-10" });
    const refused = await failure(books().createPayment(store, receipt(), "receipt-0"));
    expect(refused).toMatchObject({ failure: "rejected", detail: { code: "6210" } });
  });

  it("leaves nothing behind when sales tax comes on top", async () => {
    const taxed = receipt({ taxCodeId: "TAX" });
    const refused = await failure(books().createPayment(store, taxed, "receipt-0"));
    expect(refused).toMatchObject({ failure: "rejected", detail: { code: "total_differs" } });
    expect(await undeposited()).toEqual([]);
  });

  it.each([1, 99, 333, 12_345, 99_999])(
    "contains the tax outside the United States: %i",
    async (amount) => {
      await control(emulators, "POST", "/quickbooks/company", { country: "GB" });
      const made = await books().createPayment(
        store,
        receipt({ taxCodeId: "5", amount }),
        `receipt-${amount}`,
      );
      expect(made.amount).toBe(amount);
      const without = await books().createPayment(store, receipt({ amount }), "receipt-x");
      expect(without.amount).toBe(amount);
    },
  );
});

describe("deleting what was created", () => {
  const ref = (providerId: string, kind = receipt().kind) => ({ kind, providerId });

  it("deletes it once, whatever its version", async () => {
    const { providerId } = await books().createPayment(store, receipt(), "receipt-0");
    const bank = (await books().accounts(store)).find(({ name }) => name === "Checking");
    const deposit = await books().createDeposit(
      store,
      {
        bankAccountId: bank?.id ?? "",
        date: "2026-11-11",
        currency: "USD",
        note: "",
        total: 12_345,
        payments: [{ kind: "SalesReceipt", providerId, amount: 12_345 }],
        entries: [],
      },
      "deposit-0",
    );
    expect(await books().deletePayment(store, ref(providerId), receipt())).toBe("changed");
    await books().deleteDeposit(store, deposit.id);
    expect(await books().deletePayment(store, ref(providerId), receipt())).toBe("deleted");
    expect(await books().deletePayment(store, ref(providerId), receipt())).toBe("absent");
  });

  it.each<[string, Partial<PaymentDraft>]>([
    ["amount", { amount: 12_346 }],
    ["date", { date: "2026-11-09" }],
    ["customer", { customerId: null }],
    ["item", { itemId: "2" }],
    ["class", { classId: "1" }],
    ["note", { note: "Stripe ch_1 marker-1" }],
  ])("leaves it when its %s was changed since", async (_, changes) => {
    const { providerId } = await books().createPayment(store, receipt(), "receipt-0");
    const before = receipt(changes);
    expect(await books().deletePayment(store, ref(providerId), before)).toBe("changed");
    expect(await undeposited()).toHaveLength(1);
  });

  it("counts as deleted when the answer is unreadable but the receipt is gone", async () => {
    const { providerId } = await books().createPayment(store, receipt(), "receipt-0");
    await fault({ match: { method: "POST", path: "operation=delete" }, kind: "page" });
    const kept = await failure(books().deletePayment(store, ref(providerId), receipt()));
    expect(kept.failure).toBe("unavailable");
    await fault({ match: { method: "POST", path: "operation=delete" }, kind: "empty" });
    expect(await books().deletePayment(store, ref(providerId), receipt())).toBe("deleted");
  });
});
