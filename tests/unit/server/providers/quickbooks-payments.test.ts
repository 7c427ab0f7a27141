import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LedgerPage, LedgerPaymentRecord } from "@/server/providers/ledger";
import type { QuickBooksConfig } from "@/server/providers/quickbooks/config";
import type { QuickBooksCredentials } from "@/server/providers/quickbooks/credentials";
import {
  collect,
  connectQuickBooks,
  control,
  type Emulators,
  MemoryStore,
  overview,
  paymentsOf,
  quickBooksProvider,
  requests,
  startEmulators,
} from "./support";

let emulators: Emulators;
let store: MemoryStore;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7 });
});
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
});
afterAll(() => emulators.close());

function pages(since?: string, changes: Partial<QuickBooksConfig> = {}) {
  return quickBooksProvider(emulators, changes).ledger.payments(store, since);
}

function payments(...args: Parameters<typeof pages>) {
  return paymentsOf(pages(...args));
}

/** The books' contents, in the contract's types. */
async function truth() {
  const { payments: all } = await overview(emulators);
  return all.map((each) => ({
    kind: each.type,
    providerId: each.id,
    date: each.date,
    amount: each.type === "RefundReceipt" ? -each.amount : each.amount,
    currency: each.currency,
    customerName: each.customer ?? "",
    open: each.undeposited,
    depositedOn: each.deposit,
  }));
}

const DAY_MS = 86_400_000;

function ago(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString();
}

const byId = (left: { providerId: string }, right: { providerId: string }) =>
  Number(left.providerId) - Number(right.providerId);

function newestOfEach(found: LedgerPaymentRecord[]) {
  const known = new Map(found.map((each) => [each.providerId, each]));
  return [...known.values()].sort(byId);
}

/** Deletes as another app would, without our code. */
async function deleteElsewhere(entity: string, id: string): Promise<void> {
  const { accessToken, realmId } = (await store.current()) as QuickBooksCredentials;
  const base = `${emulators.quickbooks.url}/v3/company/${realmId}/${entity}`;
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const read = await fetch(`${base}/${id}`, { headers });
  const [found] = Object.values((await read.json()) as Record<string, { SyncToken: string }>);
  const body = JSON.stringify({ Id: id, SyncToken: found?.SyncToken });
  const answer = await fetch(`${base}?operation=delete`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`${entity} ${id} was not deleted: ${answer.status}`);
}

/** The emulator, with change data capture that omits payments. */
async function silentAboutPayments(target: string) {
  const server = createServer(async (request, response) => {
    const address = `${target}${request.url ?? ""}`;
    const authorization = request.headers.authorization ?? "";
    const answer = await fetch(address, { headers: { authorization } });
    const text = await answer.text();
    const body = address.includes("/cdc?") ? text.replaceAll('"Payment":', '"Ignored":') : text;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function openPayment() {
  const found = (await truth()).find(({ kind, open }) => kind === "Payment" && open);
  if (!found) throw new Error("the sample has no open payment");
  return found;
}

async function depositOf(payment: { providerId: string; amount: number; date: string }) {
  const { ledger } = quickBooksProvider(emulators);
  const { providerId, amount, date } = payment;
  const bank = (await ledger.accounts(store)).find(({ type }) => type === "bank");
  return ledger.createDeposit(
    store,
    {
      bankAccountId: bank?.id ?? "",
      date,
      currency: "USD",
      note: "by another app",
      total: amount,
      payments: [{ kind: "Payment", providerId, amount }],
      entries: [],
    },
    `elsewhere-${providerId}`,
  );
}

describe("all payments", () => {
  it("are returned exactly, with any page size", async () => {
    const expected = (await truth()).sort(byId);
    expect(expected.length).toBeGreaterThan(200);
    for (const pageSize of [1000, 40]) {
      const found = newestOfEach(await collect(payments(undefined, { pageSize })));
      expect(found).toMatchObject(expected);
      expect(found).toHaveLength(expected.length);
    }
  });

  it("include deposited ones, refunds and other currencies", async () => {
    const found = await collect(payments());
    expect(found.filter(({ depositedOn }) => depositedOn).every(({ open }) => !open)).toBe(true);
    expect(found.some(({ depositedOn }) => depositedOn)).toBe(true);
    expect(found.filter(({ kind }) => kind === "RefundReceipt").length).toBeGreaterThan(0);
    expect(found.every(({ kind, amount }) => (kind === "RefundReceipt") === amount < 0)).toBe(true);
    expect(new Set(found.map(({ currency }) => currency))).toEqual(new Set(["USD", "EUR"]));
  });

  it("are complete when others are deleted during the read", async () => {
    const before = await truth();
    const walk = payments(undefined, { pageSize: 20 })[Symbol.asyncIterator]();
    let first: LedgerPaymentRecord[] = [];
    while (first.length === 0) first = (await walk.next()).value ?? [];
    const victim = first.find(({ open }) => open);
    await deleteElsewhere("payment", victim?.providerId ?? "");
    const rest: LedgerPaymentRecord[] = [];
    for (let page = await walk.next(); !page.done; page = await walk.next())
      rest.push(...page.value);
    const found = newestOfEach([...first, ...rest]).map(({ providerId }) => providerId);
    expect(found).toEqual(before.sort(byId).map(({ providerId }) => providerId));
  });
});

describe("customers", () => {
  /** Calls that read customers, while `work` runs. */
  async function queries(work: () => Promise<unknown>): Promise<number> {
    await control(emulators, "DELETE", "/requests");
    await work();
    const asked = await requests(emulators, "/query");
    return asked.filter(({ query }) => /from[ +]customer/i.test(decodeURIComponent(query))).length;
  }

  it("of all payments are read in pages, not by payment", async () => {
    let found: LedgerPaymentRecord[] = [];
    const asked = await queries(async () => {
      found = await collect(payments());
    });
    expect(asked).toBe(1);
    const named = found.filter(({ customerId }) => customerId !== "");
    expect(named.length).toBeGreaterThan(200);
    expect(named.every(({ customer, customerId }) => customer?.id === customerId)).toBe(true);
    expect(named.every(({ customer }) => (customer?.names?.length ?? 0) > 0)).toBe(true);
  });

  it("that did not change are those of the caller; only unknown ones are asked for", async () => {
    const payment = await openPayment();
    await depositOf(payment);
    const since = ago(60_000);
    const asked: string[][] = [];
    const known = { names: ["Known before"], phones: ["555-0100"] };
    const stored = async (ids: string[]) => {
      asked.push(ids);
      return ids.map((id) => ({ ...known, id }));
    };
    const { ledger } = quickBooksProvider(emulators);
    const walk = async (by?: typeof stored) =>
      newestOfEach(await collect(paymentsOf(ledger.payments(store, since, { customers: by }))));
    let found: LedgerPaymentRecord[] = [];
    const calls = await queries(async () => {
      found = await walk(stored);
    });
    expect(calls).toBe(0);
    expect(asked.flat()).toEqual([found[0]?.customerId]);
    expect(found[0]?.customer).toEqual({ ...known, id: found[0]?.customerId });
    expect(await queries(() => walk(async () => []))).toBe(1);
  });

  it("are not read anew because a deposit has released its payments", async () => {
    const deposit = await depositOf(await openPayment());
    const since = ago(60_000);
    await deleteElsewhere("deposit", deposit.id);
    const { ledger } = quickBooksProvider(emulators);
    const stored = async (ids: string[]) => ids.map((id) => ({ id, names: ["Known before"] }));
    let found: LedgerPaymentRecord[] = [];
    const calls = await queries(async () => {
      found = newestOfEach(
        await collect(paymentsOf(ledger.payments(store, since, { customers: stored }))),
      );
    });
    expect(calls).toBe(0);
    expect(found).toHaveLength((await truth()).length);
  });

  it("that changed are told, with or without a payment", async () => {
    const { accessToken, realmId } = (await store.current()) as QuickBooksCredentials;
    const since = ago(60_000);
    const answer = await fetch(`${emulators.quickbooks.url}/v3/company/${realmId}/customer`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ DisplayName: "Ann Lee", CompanyName: "Lee & Co." }),
    });
    const { Customer } = (await answer.json()) as { Customer: { Id: string } };
    const changed: LedgerPage["customers"] = [];
    for await (const { customers } of pages(since)) changed.push(...(customers ?? []));
    expect(changed).toEqual([{ id: Customer.Id, names: ["Ann Lee", "Lee & Co."] }]);
  });
});

describe("payments since", () => {
  it("are the new ones, in a few calls", async () => {
    await control(emulators, "DELETE", "/requests");
    const made = await control(emulators, "POST", "/quickbooks/payments", {
      amount: 4321,
      customer: "Newcomer's Ltd",
      refNum: "ch_new",
      note: "paid by card",
    });
    const { Id } = (made.body as unknown as { Payment: { Id: string } }).Payment;
    // The emulator dates it at noon of its day in Oregon.
    const found = await collect(payments(ago(DAY_MS)));
    expect(found.find(({ providerId }) => providerId === Id)).toMatchObject({
      amount: 4321,
      customerName: "Newcomer's Ltd",
      referenceNumber: "ch_new",
      note: "paid by card",
      open: true,
    });
    expect(found.length).toBeLessThan(30);
    expect((await requests(emulators, "/v3/company")).length).toBeLessThan(8);
  });

  it("are those that were deposited elsewhere", async () => {
    const payment = await openPayment();
    const since = ago(60_000);
    const deposit = await depositOf(payment);
    const found = newestOfEach(await collect(payments(since)));
    expect(found.find(({ providerId }) => providerId === payment.providerId)).toMatchObject({
      open: false,
      depositedOn: deposit.id,
    });
  });

  it("include those when QuickBooks reports only the deposit as changed", async () => {
    const payment = await openPayment();
    const since = ago(60_000);
    const deposit = await depositOf(payment);
    const silent = await silentAboutPayments(emulators.quickbooks.url);
    const found = await collect(payments(since, { apiBase: silent.url })).finally(silent.close);
    expect(newestOfEach(found)).toMatchObject([
      { providerId: payment.providerId, open: false, depositedOn: deposit.id },
    ]);
  });

  it("include a deleted one", async () => {
    const payment = await openPayment();
    const since = ago(60_000);
    await deleteElsewhere("payment", payment.providerId);
    const found: LedgerPage[] = [];
    for await (const page of pages(since)) found.push(page);
    expect(found.some(({ everything }) => everything)).toBe(false);
    expect(found.flatMap(({ deleted }) => deleted)).toEqual([
      { kind: payment.kind, providerId: payment.providerId },
    ]);
  });

  it("are all of them once a deposit has released its payments", async () => {
    const payment = await openPayment();
    const deposit = await depositOf(payment);
    const since = ago(60_000);
    await deleteElsewhere("deposit", deposit.id);
    const found = newestOfEach(await collect(payments(since)));
    expect(found).toMatchObject((await truth()).sort(byId));
    expect(found.find(({ providerId }) => providerId === payment.providerId)?.open).toBe(true);
  });

  it("are those that an edited or deleted deposit held or holds, if the caller knows which", async () => {
    const payment = await openPayment();
    const deposit = await depositOf(payment);
    const since = ago(60_000);
    await deleteElsewhere("deposit", deposit.id);
    const { ledger } = quickBooksProvider(emulators);
    const asked: string[][] = [];
    const paymentsOn = async (ids: string[]) => {
      asked.push(ids);
      return [{ kind: "Payment" as const, providerId: payment.providerId }];
    };
    const found: LedgerPage[] = [];
    for await (const page of ledger.payments(store, since, { paymentsOn })) found.push(page);
    expect(asked).toEqual([[deposit.id]]);
    expect(found.some(({ everything }) => everything)).toBe(false);
    expect(found.flatMap(({ changedDeposits }) => changedDeposits ?? [])).toEqual([deposit.id]);
    const rows = newestOfEach(found.flatMap((page) => page.payments));
    expect(rows.find(({ providerId }) => providerId === payment.providerId)?.open).toBe(true);
    expect(rows.length).toBeLessThan((await truth()).length);
  });

  it("are all of them when QuickBooks does not report the changes", async () => {
    await control(emulators, "POST", "/faults", {
      provider: "quickbooks",
      match: { path: "/cdc" },
      kind: "status",
      status: 400,
    });
    const found = newestOfEach(await collect(payments(ago(60_000))));
    expect(found).toMatchObject((await truth()).sort(byId));
  });

  it("are all of them when more changed than one reply holds, whatever it was", async () => {
    const before = await truth();
    for (let index = 0; index < 520; index += 1) {
      await control(emulators, "POST", "/quickbooks/payments", {
        ...{ amount: 1_000 + index, customer: `Customer ${index}` },
      });
    }
    // The customers fill what the payments leave of it: the reply has fewer of each than there are.
    const found = newestOfEach(await collect(payments(ago(60_000))));
    expect(found).toHaveLength(before.length + 520);
  });

  it("are all of them when the last sync is too long ago", async () => {
    const since = ago(40 * DAY_MS);
    expect(newestOfEach(await collect(payments(since)))).toMatchObject((await truth()).sort(byId));
  });
});

describe("single payments", () => {
  it("are read in their current state; unknown ones are omitted", async () => {
    const { ledger } = quickBooksProvider(emulators);
    const wanted = (await truth()).filter((_, index) => index % 40 === 0);
    const refs = wanted.map(({ kind, providerId }) => ({
      kind: kind as LedgerPaymentRecord["kind"],
      providerId,
    }));
    const found = await ledger.readPayments(store, [
      ...refs,
      { kind: "Payment", providerId: "999999" },
    ]);
    expect(newestOfEach(found)).toMatchObject(wanted.sort(byId));
    expect(await ledger.readPayments(store, [])).toEqual([]);
  });
});

describe("accounts", () => {
  it("are those that a deposit can use, by type and with their currency", async () => {
    const accounts = await quickBooksProvider(emulators).ledger.accounts(store);
    const named = (name: string) => accounts.find((account) => account.name === name);
    expect(named("Checking")).toMatchObject({ type: "bank", currency: "USD" });
    expect(named("Euro Account")).toMatchObject({ type: "bank", currency: "EUR" });
    expect(named("Merchant Processing Fees")).toMatchObject({ type: "expense" });
    expect(named("Cost of Goods Sold")).toMatchObject({ type: "expense" });
    expect(named("Stripe Clearing")).toMatchObject({ type: "current_asset" });
    expect(named("Undeposited Funds")).toBeUndefined();
    expect(named("Accounts Receivable (A/R)")).toBeUndefined();
  });
});
