import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InvoicePage, LedgerInvoiceRecord } from "@/server/providers/ledger";
import type { QuickBooksConfig } from "@/server/providers/quickbooks/config";
import type { QuickBooksCredentials } from "@/server/providers/quickbooks/credentials";
import {
  connectQuickBooks,
  control,
  type Emulators,
  MemoryStore,
  quickBooksProvider,
  requests,
  startEmulators,
} from "./support";

let emulators: Emulators;
let store: MemoryStore;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7, company: "empty" });
});
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
});
afterAll(() => emulators.close());

const ledger = (changes: Partial<QuickBooksConfig> = {}) =>
  quickBooksProvider(emulators, changes).ledger;

interface Walked extends InvoicePage {
  pages: number;
}

async function walked(pages: AsyncIterable<InvoicePage>): Promise<Walked> {
  const all: Walked = { invoices: [], deleted: [], everything: false, pages: 0 };
  for await (const page of pages) {
    all.invoices.push(...page.invoices);
    all.deleted.push(...page.deleted);
    all.everything ||= page.everything;
    all.pages += 1;
  }
  return all;
}

const fresh = async (since?: string, changes?: Partial<QuickBooksConfig>) =>
  walked(ledger(changes).invoices(store, since));

async function entered(input: object): Promise<{ Id: string; SyncToken: string }> {
  const { body } = await control(emulators, "POST", "/quickbooks/invoices", input);
  return body.Invoice as unknown as { Id: string; SyncToken: string };
}

/** As another app would, without our code. */
async function elsewhere(path: string, body: object): Promise<Record<string, { Id: string }>> {
  const { accessToken, realmId } = (await store.current()) as QuickBooksCredentials;
  const answer = await fetch(`${emulators.quickbooks.url}/v3/company/${realmId}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json() as Promise<Record<string, { Id: string }>>;
}

const balances = ({ invoices }: { invoices: LedgerInvoiceRecord[] }) =>
  invoices.map(({ number, balance }) => [number, balance]);
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
const calls = async () => (await requests(emulators, "/v3/company")).length;

describe("open invoices", () => {
  it("are read with all that is known of them", async () => {
    await elsewhere("customer", {
      DisplayName: "Harbor Coffee",
      PrimaryEmailAddr: { Address: "pay@harbor.example" },
    });
    const date = "2026-11-02";
    const { Id } = await entered({
      number: "1042",
      amount: 48_250,
      customer: "Harbor Coffee",
      date,
    });
    const { invoices, everything } = await fresh();
    expect(everything).toBe(true);
    expect(invoices).toEqual([
      {
        providerId: Id,
        number: "1042",
        date,
        dueDate: "2026-12-02",
        total: 48_250,
        balance: 48_250,
        currency: "USD",
        customerName: "Harbor Coffee",
        customerId: expect.stringMatching(/^\d+$/),
        customerEmail: "pay@harbor.example",
        customer: expect.objectContaining({ emails: ["pay@harbor.example"] }),
        note: "",
      },
    ]);
    expect(await ledger().readInvoices(store, [Id, "999999"])).toMatchObject([
      { providerId: Id, balance: 48_250, customerName: "Harbor Coffee" },
    ]);
    expect(await ledger().readInvoices(store, [])).toEqual([]);
  });

  it("come page by page, those in another currency in its minor units", async () => {
    for (let each = 1; each <= 7; each += 1) await entered({ number: `10${each}`, amount: each });
    await entered({ number: "108", amount: 5_000, currency: "JPY", customer: "Ota" });
    const { invoices, pages } = await fresh(undefined, { pageSize: 3 });
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(8);
    expect(pages).toBeGreaterThan(3);
    expect(invoices.find(({ currency }) => currency === "JPY")).toMatchObject({ total: 5_000 });
  });

  it("of a company without any are still a whole walk", async () => {
    expect(await fresh()).toMatchObject({ invoices: [], everything: true });
  });
});

describe("changes", () => {
  it("list what was made, paid, voided and deleted, also when it is open no more", async () => {
    const [part, paid, gone, empty] = [
      await entered({ number: "1", amount: 100 }),
      await entered({ number: "2", amount: 200 }),
      await entered({ number: "3", amount: 300 }),
      await entered({ number: "4", amount: 400 }),
    ];
    const { invoices } = await fresh();
    const CustomerRef = { value: invoices[0]?.customerId };
    const on = ({ Id }: { Id: string }, Amount: number) => ({
      Amount,
      LinkedTxn: [{ TxnId: Id, TxnType: "Invoice" }],
    });
    await elsewhere("payment", { CustomerRef, TotalAmt: 2.4, Line: [on(part, 0.4), on(paid, 2)] });
    await elsewhere("invoice?operation=delete", gone);
    await elsewhere("invoice?operation=void", empty);
    const changed = await fresh(ago(60_000));
    expect(changed).toMatchObject({ everything: false, deleted: [gone.Id] });
    expect(balances(changed).sort()).toEqual([
      ["1", 60],
      ["2", 0],
      ["4", 0],
    ]);
    expect(changed.invoices.find(({ number }) => number === "4")?.total).toBe(0);
  });

  it("too old or too many to be listed give a whole walk", async () => {
    await entered({ number: "1", amount: 100 });
    expect(await fresh(ago(40 * 86_400_000))).toMatchObject({ everything: true });
    const CustomerRef = { value: (await fresh()).invoices[0]?.customerId };
    const Line = [{ Amount: 5, DetailType: "SalesItemLineDetail", SalesItemLineDetail: {} }];
    const BatchItemRequest = Array.from({ length: 30 }, (_, bId) => ({
      bId: String(bId),
      operation: "create",
      Invoice: { CustomerRef, Line },
    }));
    for (let batch = 0; batch < 34; batch += 1) await elsewhere("batch", { BatchItemRequest });
    expect(await fresh(ago(60_000))).toMatchObject({ everything: true });
  });

  it("are asked for once with those of the payments", async () => {
    await entered({ number: "1", amount: 100 });
    const since = ago(60_000);
    const provider = ledger();
    for await (const _ of provider.payments(store, since));
    const before = await calls();
    expect(await walked(provider.invoices(store, since))).toMatchObject({
      everything: false,
      invoices: [{ number: "1", customerName: "Walk-in customer" }],
    });
    expect(await calls()).toBe(before);
    // What that walk has read is old by the next one.
    await entered({ number: "2", amount: 200 });
    expect(balances(await walked(provider.invoices(store, since))).sort()).toEqual([
      ["1", 100],
      ["2", 200],
    ]);
    expect(await calls()).toBe(before + 1);
  });

  it("cost a first read one call for each thousand invoices, none for customers", async () => {
    for (let each = 0; each < 3; each += 1) await entered({ number: `${each}`, amount: 5 });
    const provider = ledger();
    for await (const _ of provider.payments(store));
    const before = await calls();
    const { invoices } = await walked(provider.invoices(store));
    expect(invoices.map(({ customer }) => customer?.names)).toEqual(
      Array(3).fill(["Walk-in customer"]),
    );
    expect(await calls()).toBe(before + 1);
  });
});
