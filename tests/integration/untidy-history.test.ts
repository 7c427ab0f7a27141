import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import type { ExistingDeposit } from "@/lib/contracts/existing-deposits";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;
let token: string;
/** QuickBooks' Id of each payout's own Deposit, by payout id, and how it was made. */
let own: Map<string, { id: string; way: string }>;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 6, today: "2026-11-02", company: "untidy" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
  ({ token } = await connectedCompany(emulators, undefined, { autoPost: false }));
  await settled(token);
  const state = await (await fetch(`${emulators.control.url}/state`)).json();
  const payouts: { id: string; about: string | null }[] = state.payouts;
  own = new Map(
    payouts.flatMap(({ id, about }) => {
      const [, deposit = "", way = ""] = /^Deposit (\d+): (.*)$/.exec(about ?? "") ?? [];
      return deposit === "" ? [] : [[id, { id: deposit, way }] as const];
    }),
  );
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

interface Shown {
  id: number;
  source_id: string;
  status: string;
  quickbook_id: string;
  reason: { code: string; text: string; action: string | null } | null;
}
const shown = async (): Promise<Shown[]> =>
  (await ok("GET", "/qb/deposit-status/?source=stripe", token)).deposits;
const offered = async (): Promise<ExistingDeposit[]> =>
  (await ok("GET", "/qb/existing-deposits/", token)).existing;

test("every payout that was deposited by hand is linked or offered its own Deposit, and no other", async () => {
  const deposits = await shown();
  expect(deposits).toHaveLength(48);
  const offers = new Map((await offered()).map((each) => [each.deposit_id, each]));
  const told = deposits.map(({ id, source_id, quickbook_id }) => {
    const offer = offers.get(id);
    const found = quickbook_id || offer?.existing.Id;
    return { ...own.get(source_id), found, how: offer ? "offered" : "linked" };
  });
  expect(told.filter(({ id, found }) => id !== found)).toEqual([]);
  const tidy = told.filter(({ way }) => way === "tidy");
  expect(new Set(tidy.map(({ how }) => how))).toEqual(new Set(["linked"]));
  const untidy = told.filter(({ way }) => way !== "tidy");
  expect([untidy.length, ...new Set(untidy.map(({ how }) => how))]).toEqual([40, "offered"]);
});

test("such a payout says that its Deposit is to be looked at, instead of what its lines need", async () => {
  const open = (await shown()).filter(({ status }) => status === "pending");
  expect(open.length).toBeGreaterThan(20);
  for (const { source_id, reason } of open) {
    expect(reason).toMatchObject({
      code: "maybe_booked",
      text: `QuickBooks may have this payout already: Deposit ${own.get(source_id)?.id}. Look at it first.`,
      action: "review",
    });
  }
});

test("no receipt is planned for them: neither in bulk, nor for a line, nor by a rule", async () => {
  const {
    items: [item],
  } = await ok("GET", "/qb/lists/", token);
  const settings = { integration_type: "stripe", item_id: item.Id, memo: "" };
  await ok("PUT", "/settings/receipts/", token, {
    ...settings,
    ...{ refund_item_id: null, tax_code_id: null, class_id: null },
  });
  const period = { from: "2026-01-01", to: "2026-12-31", source: "stripe" };
  const preview = await ok("POST", "/qb/preview-receipts/", token, period);
  expect(preview).toMatchObject({ count: 0, rows: [] });
  expect(preview.left_out.length).toBeGreaterThan(50);
  for (const { reason } of preview.left_out) {
    expect(reason).toMatch(
      /^QuickBooks may have this payout already: Deposit \d+\. Look at it first\.$/,
    );
  }

  const [first] = preview.left_out;
  const line = { deposit_id: first.deposit_id, line_ids: [first.line_id] };
  const receipt = { customer: null, item_id: item.Id, date: "2026-10-01", memo: "" };
  const refused = await call("POST", "/qb/plan-receipt/", { token, body: { ...line, receipt } });
  expect([refused.status, refused.body.message]).toEqual([409, first.reason]);
  const options = `/qb/line-options/?deposit_id=${first.deposit_id}&line_id=${first.line_id}`;
  expect(await ok("GET", options, token)).toMatchObject({
    receipt: null,
    no_receipt: first.reason,
  });
  const invoice = { Id: "1", amount: "1.00" };
  const paid = await call("POST", "/qb/plan-invoice-payment/", {
    ...{
      token,
      body: { deposit_id: first.deposit_id, line_id: first.line_id, invoices: [invoice] },
    },
  });
  expect([paid.status, paid.body.message]).toEqual([409, first.reason]);

  await ok("POST", "/rules/", token, {
    integration_type: "stripe",
    conditions: {
      ...{ kind: "charge", description: "", customer: "any", customer_name: "" },
      ...{ amount_from: null, amount_to: null, currency: null, after_days: 0 },
    },
    outcome: {
      ...{ do: "receipt", customer: null, item_id: item.Id, memo: "" },
      ...{ tax_code_id: null, class_id: null },
    },
  });
  await ok("POST", "/qb/auto-match-all/", token);
  await settled(token);
  expect(await adminDb().plannedPayment.count()).toBe(0);

  // Once a user says that it is another one, a receipt can be planned.
  const offer = (await offered()).find(({ deposit_id }) => deposit_id === first.deposit_id);
  const pair = { deposit_id: first.deposit_id, existing_id: offer?.existing.Id };
  await ok("POST", "/qb/dismiss-existing/", token, pair);
  const again = await ok("POST", "/qb/preview-receipts/", token, { deposit_id: first.deposit_id });
  expect(again.count).toBeGreaterThan(0);
  for (const { reason } of again.left_out) expect(reason).not.toMatch(/^QuickBooks may have/);
});

test("an offered Deposit that leaves a part unproved takes its payout out of the work", async () => {
  const [one] = (await offered()).filter(({ matched }) => !matched);
  const { deposit_id, existing } = one ?? { deposit_id: 0, existing: { Id: "" } };
  const { message } = await ok("POST", "/qb/link-existing/", token, {
    ...{ deposit_id, existing_id: existing.Id },
  });
  expect(message).toBe(`Marked as booked elsewhere, in QuickBooks Deposit ${existing.Id}`);
  expect((await shown()).find(({ id }) => id === deposit_id)).toMatchObject({
    ...{ status: "posted", quickbook_id: existing.Id },
  });
});
