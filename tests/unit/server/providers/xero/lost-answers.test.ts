import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { CallLimiter, Said } from "@/server/providers/xero/limiter";
import { control, type Emulators, failure, startEmulators } from "../support";
import { noteOf, Organisation, TODAY } from "./support";

let emulators: Emulators;
let org: Organisation;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty", today: TODAY });
  // The first calls of a process take longer than the time-out below.
  await new Organisation(emulators).begin();
});
beforeEach(async () => {
  org = new Organisation(emulators, { timeoutMs: 500, retry: { attempts: 1 } });
  await org.begin();
});
afterAll(() => emulators.close());

const FEE = { account: "Merchant Fees", amount: -345 };
const BOOKED = ["SPEND 345 PayPal Clearing", "TRANSFER 9655 PayPal Clearing > Business Account"];

/** What every creation met with. */
const create = (requestId = "r1", draft = org.draft(10_000, [FEE])) =>
  org.ledger.createDeposit(org.store, draft, requestId);

it.each([
  ["spend", "BankTransactions"],
  ["transfer", "BankTransfers"],
])("a %s whose answer was lost is found, soon and an hour later", async (_, list) => {
  await org.fault({ kind: "timeout_after", match: { method: "PUT", path: list } });
  expect(await failure(create())).toMatchObject({ failure: "unavailable" });
  // By then Xero has forgotten the key.
  await control(emulators, "POST", "/clock", { offsetSeconds: 7 * 60 });
  const made = await create();
  expect(await org.documents()).toEqual(BOOKED);
  expect(await create()).toEqual(made);
  expect(await org.documents()).toEqual(BOOKED);
});

it("repeats a creation at once under its key, with the same body", async () => {
  org = new Organisation(emulators, { timeoutMs: 500 });
  await org.begin();
  for (const list of ["BankTransactions", "BankTransfers"]) {
    await org.fault({ kind: "timeout_after", match: { method: "PUT", path: list } });
  }
  await create();
  expect(await org.documents()).toEqual(BOOKED);
  expect(await org.sent("PUT", "BankTransfers")).toBe(2);
});

it("books again what was undone within the life of its key", async () => {
  const first = await create();
  await org.ledger.deleteDeposit(org.store, first.id);
  const second = await create();
  expect(second.id).not.toBe(first.id);
  expect(await org.documents()).toEqual(BOOKED);
});

it("a part that was found is no payout yet, and is completed", async () => {
  await org.fault({
    kind: "status",
    status: 503,
    match: { method: "PUT", path: "BankTransfers" },
  });
  expect(await failure(create())).toMatchObject({ failure: "unavailable" });
  const [part] = await org.ledger.depositsBetween(org.store, TODAY, TODAY);
  expect(part).toMatchObject({ isPartial: true, total: 0, note: noteOf("P1") });
  const made = await create();
  expect(made.id.startsWith(String(part?.id))).toBe(true);
  expect(await org.documents()).toEqual(BOOKED);
});

it("the first document goes when the second is refused for good", async () => {
  const fault = { kind: "status", status: 400, match: { method: "PUT", path: "BankTransfers" } };
  await org.fault({ ...fault, code: "No transfers today" });
  const error = await failure(create());
  expect(error).toMatchObject({ failure: "rejected", detail: { words: "No transfers today" } });
  expect(await org.documents()).toEqual([]);
  await create("r2");
  expect(await org.documents()).toEqual(BOOKED);
});

it("says what is left where that can't go either", async () => {
  await org.fault({
    kind: "status",
    status: 400,
    match: { method: "PUT", path: "BankTransfers" },
  });
  await org.fault({ kind: "status", status: 400, match: { method: "POST" } });
  const { detail } = await failure(create());
  expect(detail).toMatchObject({ code: "left_in_books" });
  expect(detail.sentence).toContain("the spend money of 3.45 NZD");
});

it("a document of the payout that differs stops it", async () => {
  await org.by("transactions", {
    ...{ type: "SPEND", account: "PayPal Clearing", reference: noteOf("P1") },
    lines: [{ account: "Merchant Fees", amount: 344 }],
  });
  const { detail } = await failure(create());
  expect(detail.code).toBe("earlier_attempt");
  expect(await org.documents()).toEqual(["SPEND 344 PayPal Clearing"]);
});

it("a locked period is said, with Xero's words; advisers may pass the first of the dates", async () => {
  await org.set({ periodLockDate: TODAY });
  const { detail } = await failure(create());
  expect(detail).toMatchObject({ code: "books_closed" });
  expect(detail.sentence).toContain(TODAY);
  expect(detail.words).toContain("period lock date");
  await org.set({ adviser: true });
  await create("r2");
  expect(await org.documents()).toEqual(BOOKED);
});

it("an archived account is refused with Xero's words, and nothing is left", async () => {
  await org.by("change", { id: org.id("Merchant Fees"), removed: true });
  const { failure: kind, detail } = await failure(create());
  expect([kind, detail.code]).toEqual(["rejected", "ValidationException"]);
  expect(detail.words).toContain("archived");
  expect(await org.documents()).toEqual([]);
});

it("a concurrent limit pauses all calls for a second, a day's until Xero's day ends", async () => {
  const heard: (Said | undefined)[] = [];
  const limiter: CallLimiter = { turn: async () => async (said) => void heard.push(said) };
  org = new Organisation(emulators, { limiter });
  await org.begin();
  await org.set({ limitWords: { concurrent: "Concurrent Requests" } });
  await org.fault({ kind: "status", status: 429, code: "concurrent", match: { method: "PUT" } });
  await create();
  await org.set({ dayCallsLeft: 0, limitWords: { day: "DayLimit" } });
  const { failure: kind, detail } = await failure(org.ledger.accounts(org.store));
  expect([kind, detail.code]).toEqual(["rate_limited", "day"]);
  const pauses = heard.flatMap((said) => said?.pause ?? []);
  const ms = (detail.retryAfterSeconds ?? 0) * 1000;
  expect(pauses).toEqual([
    { limit: "concurrent", ms: 1000 },
    { limit: "day", ms },
  ]);
  expect(ms).toBeGreaterThan(60_000);
  const last = heard.findLast((said) => said?.leftToday === 0);
  expect(last).toMatchObject({ leftThisMinute: expect.any(Number) });
});
