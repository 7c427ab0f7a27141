import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sumMinor } from "@/lib/money";
import type { DepositDraft, LedgerAccount, LedgerPaymentRecord } from "@/server/providers/ledger";
import {
  collect,
  connectQuickBooks,
  control,
  type Emulators,
  failure,
  MemoryStore,
  overview,
  paymentsOf,
  printed,
  quickBooksProvider,
  requests,
  startEmulators,
} from "./support";

let emulators: Emulators;
let store: MemoryStore;
let accounts: LedgerAccount[];
let open: LedgerPaymentRecord[];

const books = (changes = {}) => quickBooksProvider(emulators, changes).ledger;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7 });
});
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
  accounts = await books().accounts(store);
  open = (await collect(paymentsOf(books().payments(store)))).filter((payment) => payment.open);
});
afterAll(() => emulators.close());

function fault(input: object) {
  return control(emulators, "POST", "/faults", { provider: "quickbooks", ...input });
}

function account(name: string): string {
  return accounts.find((each) => each.name === name)?.id ?? "";
}

/** Two payments, a sales receipt and an optional refund receipt, less the fees. */
function draft(changes: Partial<DepositDraft> = {}): DepositDraft {
  const dollars = open.filter(({ currency }) => currency === "USD");
  const payments = [
    ...dollars.filter(({ kind }) => kind === "Payment").slice(0, 2),
    ...dollars.filter(({ kind }) => kind === "SalesReceipt").slice(0, 1),
    ...dollars
      .filter(({ kind, amount }) => kind === "RefundReceipt" && amount > -20_000)
      .slice(0, 1),
  ].map(({ kind, providerId, amount }) => ({ kind, providerId, amount }));
  const fees = {
    amount: -329,
    accountId: account("Merchant Processing Fees"),
    description: "Fees",
  };
  return {
    bankAccountId: account("Checking"),
    date: "2026-11-05",
    currency: "USD",
    note: "Stripe payout po_123",
    total: sumMinor([...payments, fees].map(({ amount }) => amount)),
    payments,
    entries: [fees],
    ...changes,
  };
}

describe("a deposit", () => {
  it("links its payments, books the fees and equals the payout", async () => {
    const wanted = draft();
    expect(new Set(wanted.payments.map(({ kind }) => kind)).size).toBe(3);
    const made = await books().createDeposit(store, wanted, "request-1");
    expect(made).toMatchObject({
      date: wanted.date,
      total: wanted.total,
      currency: "USD",
      note: wanted.note,
      payments: wanted.payments.map(({ kind, providerId }) => ({ kind, providerId })),
    });
    const { deposits } = await overview(emulators);
    const there = deposits.find(({ id }) => id === made.id);
    const amounts = [...wanted.payments, ...wanted.entries].map(({ amount }) => amount);
    expect(there).toMatchObject({ total: wanted.total, note: wanted.note });
    expect(there?.lines.map(({ amount }) => amount)).toEqual(amounts);
    const now = await books().readPayments(store, wanted.payments);
    expect(now.map(({ open: isOpen, depositedOn }) => [isOpen, depositedOn])).toEqual(
      wanted.payments.map(() => [false, made.id]),
    );
    expect(await books().readDeposit(store, made.id)).toEqual(made);
  });

  it("books a line for a customer and a class, and reads it as the books hold it", async () => {
    const [customer] = await books().customers(store, "");
    const [ofClass] = await books().classes(store);
    if (!customer || !ofClass) throw new Error("the sample has customers and classes");
    const [fees] = draft().entries;
    if (!fees) throw new Error("the draft has fees");
    const entries = [{ ...fees, customerId: customer.id, classId: ofClass.id }];
    const made = await books().createDeposit(store, draft({ entries }), "request-tags");
    expect(made.bankName).toBe("Checking");
    expect(made.entries).toEqual([
      {
        amount: fees.amount,
        accountId: fees.accountId,
        accountName: "Merchant Processing Fees",
        customerName: customer.name,
        className: ofClass.name,
        description: fees.description,
      },
    ]);
    expect((await books().readDeposit(store, made.id))?.entries).toEqual(made.entries);
  });

  it("is refused for a customer or a class that QuickBooks doesn't have", async () => {
    for (const tags of [{ customerId: "999999" }, { classId: "999999" }]) {
      const entries = draft().entries.map((entry) => ({ ...entry, ...tags }));
      const refused = await failure(
        books().createDeposit(store, draft({ entries }), `request-${Object.keys(tags)}`),
      );
      expect(refused.failure).toBe("rejected");
    }
  });

  it("is created once per request, even when the answer was lost", async () => {
    const before = (await overview(emulators)).deposits.length;
    await fault({ kind: "cut_after", match: { method: "POST", path: "/deposit" } });
    const lost = await failure(books().createDeposit(store, draft(), "request-2"));
    expect(lost.failure).toBe("unavailable");
    const made = await books().createDeposit(store, draft(), "request-2");
    expect(await books().createDeposit(store, draft(), "request-2")).toEqual(made);
    expect((await overview(emulators)).deposits).toHaveLength(before + 1);
  });

  it("is not resent when the outcome is unknown", async () => {
    await control(emulators, "DELETE", "/requests");
    await fault({ kind: "timeout", match: { method: "POST", path: "/deposit" } });
    const error = await failure(
      books({ timeoutMs: 200 }).createDeposit(store, draft(), "request-3"),
    );
    expect(error).toMatchObject({ failure: "unavailable", detail: { code: "timeout" } });
    const posts = (await requests(emulators, "/deposit")).filter(({ method }) => method === "POST");
    expect(posts).toHaveLength(1);
  });

  it("waits after a 429, which changed nothing", async () => {
    await fault({ kind: "status", status: 429, match: { method: "POST", path: "/deposit" } });
    const made = await books().createDeposit(store, draft(), "request-4");
    expect(made.total).toBe(draft().total);
  });

  it("is refused with QuickBooks' code when a payment is on another Deposit", async () => {
    await books().createDeposit(store, draft(), "request-5");
    const error = await failure(books().createDeposit(store, draft(), "request-6"));
    expect(error).toMatchObject({ failure: "rejected", detail: { code: "6000", status: 400 } });
    expect(error.retryable).toBe(false);
  });

  it("is refused when it would be negative", async () => {
    const refund = open.find(({ kind }) => kind === "RefundReceipt");
    if (!refund) throw new Error("the sample has no open refund");
    const { kind, providerId, amount } = refund;
    const payments = [{ kind, providerId, amount }];
    const negative = draft({ payments, entries: [], total: amount });
    const error = await failure(books().createDeposit(store, negative, "request-7"));
    expect(error.failure).toBe("rejected");
  });

  it("is refused in another currency than its payments", async () => {
    const euro = open.find(({ currency }) => currency === "EUR");
    if (!euro) throw new Error("the sample has no open payment in euros");
    const { kind, providerId, amount } = euro;
    const payments = [{ kind, providerId, amount }];
    const wrong = draft({ payments, entries: [], total: amount });
    const before = (await overview(emulators)).deposits.length;
    const error = await failure(books().createDeposit(store, wrong, "request-8"));
    expect(error).toMatchObject({ failure: "rejected", detail: { code: "6000" } });
    expect((await overview(emulators)).deposits).toHaveLength(before);
    const right = { ...wrong, currency: "EUR", bankAccountId: account("Euro Account") };
    expect(await books().createDeposit(store, right, "request-9")).toMatchObject({
      currency: "EUR",
      total: amount,
    });
  });

  it("is not sent when its lines do not close", async () => {
    const wrong = draft({ total: draft().total + 1 });
    await expect(books().createDeposit(store, wrong, "request-10")).rejects.toThrow("lines give");
  });

  it("is found by its date", async () => {
    const made = await books().createDeposit(store, draft(), "request-11");
    const on = (from: string, to: string) =>
      books({ pageSize: 2 }).depositsBetween(store, from, to);
    const ids = (found: { id: string }[]) => found.map(({ id }) => id);
    expect(ids(await on("2026-11-05", "2026-11-05"))).toContain(made.id);
    expect(ids(await on("2026-11-06", "2027-01-01"))).not.toContain(made.id);
    const all = await on("2020-01-01", "2030-01-01");
    expect(ids(all).sort()).toEqual(ids((await overview(emulators)).deposits).sort());
  });
});

describe("deleting", () => {
  it("releases the payments, and may be repeated", async () => {
    const wanted = draft();
    const made = await books().createDeposit(store, wanted, "request-12");
    await books().deleteDeposit(store, made.id);
    await books().deleteDeposit(store, made.id);
    expect(await books().readDeposit(store, made.id)).toBeNull();
    const now = await books().readPayments(store, wanted.payments);
    expect(now.every((payment) => payment.open)).toBe(true);
  });

  it.each([
    { code: "5010", times: 1, outcome: "reads it again", became: "deleted" },
    { code: "610", times: 1, outcome: "takes it for done", became: "absent" },
  ])("with $code: $outcome", async ({ code, times, became }) => {
    const made = await books().createDeposit(store, draft(), "request-13");
    await fault({ kind: "status", status: 400, code, times, match: { path: "operation=delete" } });
    await expect(books().deleteDeposit(store, made.id)).resolves.toBe(became);
    const there = await books().readDeposit(store, made.id);
    expect(there === null).toBe(code === "5010");
  });

  it("fails for one that keeps changing", async () => {
    const made = await books().createDeposit(store, draft(), "request-14");
    const match = { path: "operation=delete" };
    await fault({ kind: "status", status: 400, code: "5010", times: 2, match });
    expect((await failure(books().deleteDeposit(store, made.id))).failure).toBe("stale");
  });
});

describe("failures", () => {
  it.each([
    { input: { kind: "status", status: 400 }, expected: "rejected", code: "6000" },
    { input: { kind: "status", status: 403, times: 9 }, expected: "forbidden", code: "3100" },
    { input: { kind: "status", status: 429, times: 9 }, expected: "rate_limited", code: "3001" },
    { input: { kind: "status", status: 500, times: 9 }, expected: "unavailable", code: "3500" },
    { input: { kind: "fault200" }, expected: "rejected", code: "6000" },
    { input: { kind: "malformed", times: 9 }, expected: "unavailable" },
    { input: { kind: "truncated", times: 9 }, expected: "unavailable" },
    { input: { kind: "cut", times: 9 }, expected: "unavailable" },
  ])("$input.kind $input.status is $expected", async ({ input, expected, code }) => {
    await fault({ match: { path: "/v3/company" }, ...input });
    const error = await failure(books().accounts(store));
    expect(error.failure).toBe(expected);
    if (code) expect(error.detail.code).toBe(code);
    if (input.kind === "status") expect(error.detail.status).toBe(input.status);
    const { accessToken, refreshToken } = (await store.current()) as Record<string, string>;
    expect(printed(error)).not.toContain(accessToken);
    expect(printed(error)).not.toContain(refreshToken);
  });

  it("of a read are retried", async () => {
    await fault({ match: { path: "/v3/company" }, kind: "status", status: 500, times: 2 });
    expect(await books().accounts(store)).toEqual(accounts);
  });

  it("of a read outlast two pauses, which take longer than its retries may", async () => {
    await fault({ match: { path: "/query" }, kind: "status", status: 429, times: 2 });
    const retry = { attempts: 3, baseMs: 1, withinMs: 100 };
    expect(await books({ retry, throttledPauseMs: 150 }).accounts(store)).toEqual(accounts);
  });

  it("return long waits to the caller", async () => {
    await fault({ match: { path: "/query" }, kind: "status", status: 429, retryAfter: 60 });
    const error = await failure(books().accounts(store));
    expect(error).toMatchObject({ failure: "rate_limited", detail: { retryAfterSeconds: 60 } });
  });

  it("include a missing answer", async () => {
    await fault({ match: { path: "/query" }, kind: "timeout", times: 9 });
    const error = await failure(books({ timeoutMs: 100 }).accounts(store));
    expect(error).toMatchObject({ failure: "unavailable", detail: { code: "timeout" } });
  });
});
