import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Emulators, failure, startEmulators } from "../support";
import { Organisation, TODAY } from "./support";

let emulators: Emulators;
let org: Organisation;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty", today: TODAY });
});
beforeEach(async () => {
  org = new Organisation(emulators);
  await org.begin();
});
afterAll(() => emulators.close());

const FEE = { account: "Merchant Fees", amount: -345 };
const book = () => org.ledger.createDeposit(org.store, org.draft(10_000, [FEE]), "r1");
const BOOKED = ["SPEND 345 PayPal Clearing", "TRANSFER 9655 PayPal Clearing > Business Account"];
const guids = (id: string) => id.split("+").map((part) => part.split(":")[1] ?? "");

it("deletes the transfer and then the money spent, and leaves the payments", async () => {
  await org.by("payments", { amount: 10_000 });
  const made = await book();
  expect(await org.ledger.deleteDeposit(org.store, made.id, made)).toBe("deleted");
  expect(await org.held()).toEqual({ "PayPal Clearing": 10_000, Sales: -10_000 });
  const answer = await fetch(`${emulators.control.url}/requests`);
  const { requests } = (await answer.json()) as { requests: { method: string; path: string }[] };
  const deletions = requests.filter(
    ({ method, path }) => method === "POST" && path.includes("/api.xro/"),
  );
  expect(deletions.map(({ path }) => path.split("/").at(-2))).toEqual([
    "BankTransfers",
    "BankTransactions",
  ]);
  expect(await org.ledger.deleteDeposit(org.store, made.id)).toBe("absent");
  expect(await org.ledger.readDeposit(org.store, made.id)).toBeNull();
  expect(await org.ledger.depositsBetween(org.store, TODAY, TODAY)).toEqual([]);
});

it("deletes what Xero doesn't know when it is asked for it alone", async () => {
  const made = await book();
  const match = { method: "GET", path: `BankTransactions/${guids(made.id)[0]}` };
  await org.fault({ kind: "status", status: 404, times: 6, match });
  expect(await org.ledger.deleteDeposit(org.store, made.id, made)).toBe("deleted");
  expect(await org.documents()).toEqual([]);
});

it.each(["spend", "transfer"])("leaves all of it while the %s is reconciled", async (part) => {
  const made = await book();
  const [spend, transfer] = guids(made.id);
  await org.by("reconcile", { id: part === "spend" ? spend : transfer });
  const { detail } = await failure(org.ledger.deleteDeposit(org.store, made.id));
  expect(detail.code).toBe("reconciled");
  expect(await org.documents()).toEqual(BOOKED);
});

it("leaves what was changed since", async () => {
  const made = await book();
  const [spend] = guids(made.id);
  await org.by("change", { id: spend, amount: 400 });
  const { detail } = await failure(org.ledger.deleteDeposit(org.store, made.id, made));
  expect(detail.code).toBe("changed");
  expect((await org.ledger.readDeposit(org.store, made.id))?.entries).toMatchObject([
    { amount: 10_055 },
    { amount: -400 },
  ]);
});

it("says that a person has to delete the transfer, and then goes on", async () => {
  await org.set({ transferDeletes: "refused" });
  const made = await book();
  const { failure: kind, detail } = await failure(org.ledger.deleteDeposit(org.store, made.id));
  expect([kind, detail.code]).toEqual(["rejected", "left_in_books"]);
  expect(detail.sentence).toContain("the transfer of 96.55 NZD");
  expect(await org.documents()).toEqual(BOOKED);
  await org.by("change", { id: guids(made.id)[1], removed: true });
  expect(await org.ledger.readDeposit(org.store, made.id)).toMatchObject({ total: 0 });
  expect(await org.ledger.deleteDeposit(org.store, made.id, made)).toBe("deleted");
  expect(await org.documents()).toEqual([]);
});

it("says what is left when the second deletion is refused", async () => {
  const made = await book();
  const match = { method: "POST", path: "BankTransactions" };
  await org.fault({ kind: "status", status: 400, match });
  const { detail } = await failure(org.ledger.deleteDeposit(org.store, made.id));
  expect(detail.sentence).toContain("Left there: the spend money of 3.45 NZD.");
});

it("goes on after a deletion whose answer was lost", async () => {
  const made = await book();
  await org.fault({ kind: "timeout_after", match: { method: "POST", path: "BankTransfers" } });
  const { ledger } = new Organisation(emulators, { timeoutMs: 1000 });
  expect(await ledger.deleteDeposit(org.store, made.id)).toBe("deleted");
  expect(await org.documents()).toEqual([]);
});

it.each(["BankTransfers", "BankTransactions"])(
  "takes no page for a deletion of %s",
  async (path) => {
    const made = await book();
    await org.fault({ kind: "page", match: { method: "POST", path } });
    expect(await org.ledger.deleteDeposit(org.store, made.id)).toBe("deleted");
    expect(await org.documents()).toEqual([]);
  },
);

it("reads many in few calls", async () => {
  const made = [];
  for (const payout of ["P1", "P2", "P3", "P4", "P5"]) {
    const draft = org.draft(10_000, [FEE], { payout });
    made.push(await org.ledger.createDeposit(org.store, draft, payout));
  }
  const before = await org.sent("GET", "/api.xro/");
  const read = await org.ledger.readDeposits(
    org.store,
    made.map(({ id }) => id),
  );
  expect(read).toEqual(made);
  expect((await org.sent("GET", "/api.xro/")) - before).toBe(2);
});

it("shows transfers and receipts made by hand, and no sides of transfers", async () => {
  await org.by("transfers", { amount: 5000 });
  await org.by("transactions", {
    ...{ type: "RECEIVE", account: "Business Account", amountTypes: "Exclusive" },
    lines: [
      { account: "Card Clearing", amount: 10_000 },
      { account: "Merchant Fees", amount: -300, taxType: "INPUT2" },
    ],
  });
  await org.by("transactions", {
    ...{ type: "SPEND", account: "PayPal Clearing" },
    lines: [{ account: "Merchant Fees", amount: 20 }],
  });
  const found = await org.ledger.depositsBetween(org.store, TODAY, TODAY);
  expect(found.map(({ total, entries }) => [total, entries.map(({ amount }) => amount)])).toEqual([
    [9655, [10_000, -345]],
    [5000, [5000]],
  ]);
});
