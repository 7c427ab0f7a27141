import { beforeEach, expect, test } from "vitest";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import { booksOf } from "@/tests/support/emulators";
import {
  control,
  eachInACompanyOfItsOwn,
  token as earlier,
  emulators,
} from "../integration/ledger-changes/world";
import { addedTo, type Books, readBooks } from "../integration/quarter-ledger/books";
import { ok } from "../support/client";
import { connectedCompany, connectQuickBooks, KIND_ACCOUNTS } from "../support/company";
import { settled } from "../support/worker";

eachInACompanyOfItsOwn({});

let token: string;
/** The sample company's books before any payout meets them. */
let before: Books;

beforeEach(async () => {
  await control("/reset", { company: "sample" });
  await connectQuickBooks(earlier);
  await settled(earlier);
  before = await readBooks();
  ({ token } = await connectedCompany(emulators, {}));
  await settled(token);
});

type Detail = DepositDetail;
interface Step {
  path: string;
  body: object;
  /** The kind of what QuickBooks creates for it. */
  creates?: string;
}

const get = (path: string) => ok("GET", path, token);
const post = (path: string, body: object) => ok("POST", path, token, body);
const detailOf = (id: number): Promise<Detail> => get(`/qb/deposit/?deposit_id=${id}`);
const allDeposits = async (): Promise<Detail["deposit"][]> =>
  (await get("/qb/deposit-status/")).deposits;

async function accountOf(kind: string): Promise<string> {
  const { accounts } = await get("/qb/accounts/");
  const name = Object.entries(KIND_ACCOUNTS).find(([each]) => each === kind)?.[1];
  const found = accounts.find(({ Name }: { Name: string }) => Name === name);
  if (!found) throw new Error(`No account is chosen for ${kind}`);
  return found.Id;
}

/** What a user would decide next about a deposit; null when nothing is left but to confirm. */
async function nextStep({ deposit, matches, bookings }: Detail): Promise<Step | null> {
  const of = (line_id: number) => ({ deposit_id: deposit.id, line_id });
  for (const line of deposit.lines.filter(({ status }) => status === "pending")) {
    const step = await stepFor(deposit.id, line);
    if (step) return step;
  }
  const open = bookings.find(({ account }) => account === null);
  if (open) {
    const account_id = await accountOf(open.kind);
    return { path: "/qb/book-line/", body: { ...of(open.line_id), kind: open.kind, account_id } };
  }
  const apart = matches.find(
    ({ state, difference }) => state === "proposed" && Number(difference) !== 0,
  );
  const [line_id] = apart?.line_ids ?? [];
  if (!apart || !line_id) return null;
  return {
    path: "/qb/match-line/",
    body: {
      ...of(line_id),
      payment_ids: apart.payments.map(({ Id }) => Id),
      difference_account_id: await accountOf("adjustment"),
    },
  };
}

/** Null for a line that is booked, by its parts. */
async function stepFor(
  deposit_id: number,
  { id: line_id, kind }: Detail["deposit"]["lines"][number],
): Promise<Step | null> {
  const line = { deposit_id, line_id };
  const options: LineOptions = await get(
    `/qb/line-options/?deposit_id=${deposit_id}&line_id=${line_id}`,
  );
  const [candidate] = options.candidates;
  if (candidate) {
    const payment_ids = candidate.payments.map(({ Id }) => Id);
    return { path: "/qb/match-line/", body: { ...line, payment_ids } };
  }
  const proposal = options.invoices.find(({ probability }) => probability !== null);
  if (proposal) {
    const invoices = proposal.invoices.map(({ Id, amount }) => ({ Id, amount }));
    return {
      path: "/qb/plan-invoice-payment/",
      body: { ...line, invoices },
      creates: "Payment",
    };
  }
  const { receipt } = options;
  if (!receipt || (kind !== "charge" && kind !== "refund")) return null;
  const { items } = await get("/qb/lists/");
  const name = kind === "refund" ? "Refunds" : "Services";
  const item = items.find(({ Name }: { Name: string }) => Name === name);
  const { customer, date } = receipt;
  return {
    path: "/qb/plan-receipt/",
    body: {
      ...{ deposit_id, line_ids: [line_id] },
      receipt: {
        ...{ item_id: item.Id, date },
        customer: customer && { Id: customer.Id, name: customer.name, email: customer.email },
      },
    },
    creates: receipt.kind,
  };
}

/** Decides about all of a deposit. @returns the steps, as the paths that were called and what they create. */
async function close(id: number): Promise<Step[]> {
  const steps: Step[] = [];
  // More steps than any deposit has lines: a choice that changes nothing fails.
  while (steps.length < 30) {
    const detail = await detailOf(id);
    if (detail.deposit.status === "matched" || detail.deposit.status === "posted") return steps;
    const step = await nextStep(detail);
    const confirm = { path: "/qb/confirm-match/", body: { deposit_id: id } };
    const { path, body } = step ?? confirm;
    await post(path, body);
    await settled(token);
    steps.push(step ?? confirm);
  }
  throw new Error(`Deposit ${id} can't be closed: ${JSON.stringify(steps.at(-1))}`);
}

test("every open deposit of the sample company is closed by choices, and undo takes all back", async () => {
  const open = (await allDeposits()).filter(
    ({ status }) => status === "pending" || status === "suggested",
  );
  const steps: Step[] = [];
  for (const { id } of open) {
    steps.push(...(await close(id)));
    const { deposit, proof } = await detailOf(id);
    expect(deposit).toMatchObject({ status: "posted", posting: { state: "posted" } });
    expect(proof).toMatchObject({ difference: "0.00", closes: true, payout: deposit.total_amt });
  }
  // The sample needs every kind of choice.
  expect([...new Set(steps.map(({ path }) => path))].sort()).toEqual([
    "/qb/book-line/",
    "/qb/confirm-match/",
    "/qb/match-line/",
    "/qb/plan-invoice-payment/",
    "/qb/plan-receipt/",
  ]);

  // QuickBooks records no negative Deposit: this one also needs a clearing account.
  const [waiting, ...others] = (await allDeposits()).filter(({ status }) => status !== "posted");
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({ status: "matched", posting: { state: "blocked" } });
  expect(Number(waiting?.total_amt)).toBeLessThan(0);
  const [clearing] = (await get("/qb/clearing-account/")).accounts;
  const choice = { account_id: clearing.Id, account_name: clearing.Name };
  await post("/qb/save-clearing-account/", choice);
  await settled(token);

  const deposits = await allDeposits();
  expect(deposits.filter(({ status }) => status !== "posted")).toEqual([]);
  const books = await readBooks();
  const ours = deposits.filter(({ posting }) => !posting?.adopted);
  const kinds = addedTo(before, books).map((each) => each.split(" ")[0]);
  const chosen = steps.flatMap(({ creates }) => creates ?? []);
  expect(kinds).toEqual([...ours.map(() => "Deposit"), ...chosen].sort());
  const linked = (await booksOf(emulators)).deposits.flatMap(({ lines }) =>
    lines.flatMap(({ linked }) => (linked ? `${linked.TxnType} ${linked.TxnId}` : [])),
  );
  expect(linked.length).toBeGreaterThan(ours.length);
  expect(new Set(linked).size).toBe(linked.length);

  for (const { id: deposit_id } of deposits) {
    expect((await post("/qb/undo/", { deposit_id })).message).toBe("Match undone");
  }
  expect(await readBooks()).toEqual(before);
});
