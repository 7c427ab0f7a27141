import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { mintCompanyId } from "@/server/auth/company-id";
import { postDeposit } from "@/server/posting/post-deposit";
import { call, ok } from "../setup/client";
import { connectedCompany, connectQuickBooks, signUp, type TestCompany } from "../setup/company";
import { everything } from "../setup/everything";
import { booksOf } from "../setup/stand-in";
import { type Running, settled, startWorkers } from "../setup/worker";

let sandbox: Sandbox;
let workers: Running;
let company: TestCompany;

beforeAll(async () => {
  sandbox = await startSandbox({ company: "empty" });
  Object.assign(process.env, sandbox.env);
  workers = await startWorkers();
  company = await connectedCompany(sandbox);
  await settled(company.token);
});

afterAll(async () => {
  await workers.stop();
  await sandbox.close();
});

interface Payout {
  id: string;
  amount: number;
}
interface WireDeposit {
  id: number;
  status: string;
  total_amt: string;
  currency: string;
  source_id: string;
  quickbook_id: string;
  payout_status: string;
  payout_issue: string;
  posting: { state: string; message: string } | null;
  lines: { id: number }[];
}

async function control(path: string, body: object) {
  const response = await fetch(sandbox.control.url + path, {
    method: "POST",
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

async function addPayout(body: object): Promise<Payout> {
  return (await control("/stripe/payouts", body)).payout;
}

/** A payout and the customer's payment for its one charge. */
async function plant(amount: number, name: string, facts: object = {}): Promise<Payout> {
  await control("/quickbooks/payments", { amount, customer: name });
  return addPayout({ charges: [{ amount, name }], ...facts });
}

async function sync(token = company.token): Promise<void> {
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
}

async function deposits(token = company.token): Promise<Map<string, WireDeposit>> {
  const { deposits: all } = await ok("GET", "/qb/deposit-status/", token);
  return new Map(all.map((deposit: WireDeposit) => [deposit.source_id, deposit]));
}

async function depositOf(payout: Payout, token = company.token): Promise<WireDeposit> {
  const found = (await deposits(token)).get(payout.id);
  if (!found) throw new Error(`${payout.id} is no deposit`);
  return found;
}

const inQuickBooks = async (payout: Payout) =>
  (await booksOf(sandbox)).deposits.filter(({ note }) => note.includes(payout.id));

test("a restricted key is told all that it lacks, at the field where it was typed", async () => {
  const { token } = await signUp();
  const connect = () =>
    call("POST", "/stripe/connect/", {
      token,
      body: { secret_key: sandbox.credentials.stripeRestrictedKey },
    });
  await control("/stripe/restricted-key", { lacks: ["rak_dispute_read", "rak_customer_read"] });
  const refused = await connect();
  expect(refused.status).toBe(422);
  expect(refused.body.message).toBe(
    "This key lacks 2 permissions: rak_dispute_read, rak_customer_read. Add them in Stripe and try again.",
  );
  expect(refused.body.fields).toEqual({ secret_key: refused.body.message });
  await control("/stripe/restricted-key", { lacks: [] });
  expect((await connect()).status).toBe(200);
  const [integration] = (await ok("GET", "/user/integrations/", token)).integrations;
  expect(integration).toMatchObject({ integration_type: "stripe", livemode: false });
  await settled(token);
});

describe("a payout that the bank sends back", () => {
  test("after it was posted is flagged, and one undo frees its payments", async () => {
    const payout = await plant(11_100, "Ada Lovelace");
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    const posted = await depositOf(payout);
    expect(posted).toMatchObject({ status: "posted", payout_status: "paid", payout_issue: "" });

    await control("/stripe/payouts/change", { id: payout.id, status: "failed" });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      status: "posted",
      payout_status: "failed",
      payout_issue:
        "The bank sent this payout back. It is posted in QuickBooks: undo it, so that its payments can be deposited again.",
    });
    const { notifications } = await ok("GET", "/notifications/", company.token);
    const told = notifications.filter(({ title }: { title: string }) => title.includes(payout.id));
    expect(told).toHaveLength(1);
    expect(told[0].body).toBe("It is posted in QuickBooks. Open it and undo the posting.");

    await ok("POST", "/qb/undo/", company.token, { deposit_id: posted.id });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      status: "pending",
      payout_issue: "The bank sent this payout back. It is not matched and not posted.",
    });
    expect(await inQuickBooks(payout)).toEqual([]);

    const { transactions } = await ok("GET", "/qb/get-payment/", company.token);
    const payment = transactions.find(
      ({ CustomerName }: { CustomerName: string }) => CustomerName === "Ada Lovelace",
    );
    const byHand = await call("POST", "/qb/match-transaction/", {
      token: company.token,
      body: {
        stripe_transaction_ids: [posted.id],
        stripe_transaction_amount: Number(posted.total_amt),
        quickbooks_transaction_ids: [payment.Id],
        quickbooks_transaction_amount: Number(payment.TotalAmt),
      },
    });
    expect(byHand.status).toBe(409);
    expect(byHand.body.message).toBe("This payout did not reach the bank, so it can't be matched.");
    expect((await depositOf(payout)).status).toBe("pending");
  });

  test("and is paid out again: the later payout waits for the payments, its money is no expense", async () => {
    const first = await plant(20_000, "Grace Hopper");
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    await control("/stripe/payouts/change", { id: first.id, status: "failed" });
    await sync();
    await ok("POST", "/qb/undo/", company.token, { deposit_id: (await depositOf(first)).id });
    const again = await plant(5_000, "Alan Turing", { again: first.id });
    expect(again.amount).toBe(first.amount + 5_000 - 175);
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    const deposit = await depositOf(again);
    expect(deposit.status).not.toBe("posted");
    expect(await inQuickBooks(again)).toEqual([]);
    const detail = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, company.token);
    const returned = detail.deposit.lines.find(({ net }: { net: string }) => net === "193.90");
    expect(returned).toMatchObject({ kind: "charge", fee: "0.00" });

    const { transactions } = await ok("GET", "/qb/get-payment/", company.token);
    const chosen = transactions.filter(({ CustomerName }: { CustomerName: string }) =>
      /Hopper|Turing/.test(CustomerName),
    );
    const { expenses } = await ok("GET", "/qb/get-expense/", company.token);
    await ok("POST", "/qb/match-transaction/", company.token, {
      stripe_transaction_ids: [deposit.id],
      stripe_transaction_amount: Number(deposit.total_amt),
      quickbooks_transaction_ids: chosen.map(({ Id }: { Id: string }) => Id),
      quickbooks_transaction_amount: 250,
      difference_account: expenses[0],
    });
    await settled(company.token);
    const [made] = await inQuickBooks(again);
    expect(made).toMatchObject({ total: again.amount });
    const booked = made?.lines.filter(({ linked }) => linked === null) ?? [];
    expect(booked.map(({ amount }) => amount).sort()).toEqual([-175, -610]);
  });

  test("before it was posted is not posted any more", async () => {
    const { token } = await signUp();
    await ok("POST", "/stripe/connect/", token, {
      secret_key: sandbox.credentials.stripeSecretKey,
    });
    await connectQuickBooks(token);
    const payout = await plant(7_700, "Edsger Dijkstra");
    await settled(token);
    await ok("POST", "/qb/sync-payments/", token);
    await sync(token);
    expect(await depositOf(payout, token)).toMatchObject({
      status: "matched",
      posting: { state: "blocked" },
    });
    await control("/stripe/payouts/change", { id: payout.id, status: "failed" });
    await sync(token);
    const deposit = await depositOf(payout, token);
    expect(deposit).toMatchObject({ status: "pending", payout_status: "failed", posting: null });
    const { history } = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, token);
    expect(history[0]).toMatchObject({
      action: "deposit.payout_returned",
      text: "Match released, because the payout did not reach the bank",
    });

    const { banks } = await ok("GET", "/qb/bank-account/", token);
    await ok("POST", "/qb/save-bank/", token, { bank_id: banks[0].Id, bank_name: banks[0].Name });
    const { expenses } = await ok("GET", "/qb/get-expense/", token);
    await ok("POST", "/stripe/save-category/", token, { category: expenses[0] });
    await settled(token);
    expect(await inQuickBooks(payout)).toEqual([]);
    expect((await depositOf(payout, token)).status).toBe("pending");
  });

  test("while its posting waits in line is taken up by nobody", async () => {
    const { token } = await signUp();
    await ok("POST", "/stripe/connect/", token, {
      secret_key: sandbox.credentials.stripeSecretKey,
    });
    await connectQuickBooks(token);
    const payout = await plant(8_800, "Barbara Liskov");
    await settled(token);
    await ok("POST", "/qb/sync-payments/", token);
    await sync(token);
    const { id } = await depositOf(payout, token);
    // The bank's answer and the worker come in the same moment: the row has changed, the match stands.
    await everything().deposit.updateMany({ where: { id }, data: { payoutStatus: "failed" } });
    await everything().posting.updateMany({
      where: { depositId: id },
      data: { state: "queued", nextAttemptAt: new Date(Date.now() - 1_000) },
    });
    const posting = await everything().posting.findFirstOrThrow({ where: { depositId: id } });
    const companyId = mintCompanyId(posting.companyId);
    await postDeposit({ companyId, userId: null, requestId: null }, posting.id);
    expect(await everything().posting.findFirst({ where: { depositId: id } })).toMatchObject({
      state: "queued",
      attempts: posting.attempts,
    });
    expect(await inQuickBooks(payout)).toEqual([]);

    await control("/stripe/payouts/change", { id: payout.id, status: "failed" });
    await sync(token);
    expect(await depositOf(payout, token)).toMatchObject({ status: "pending", posting: null });
  });
});

describe("other ways of a payout", () => {
  test("a manual one that is canceled says so", async () => {
    const payout = await addPayout({
      charges: [{ amount: 3_300 }],
      automatic: false,
      status: "pending",
    });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      payout_status: "pending",
      payout_issue: "",
      lines: [],
    });
    await control("/stripe/payouts/change", { id: payout.id, status: "canceled" });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      status: "pending",
      payout_status: "canceled",
      payout_issue: "This payout was canceled. It is not matched and not posted.",
    });
  });

  test("one on its way is not matched until it is paid", async () => {
    const payout = await plant(9_900, "Donald Knuth", { automatic: true, status: "in_transit" });
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    expect((await deposits()).has(payout.id)).toBe(false);
    await control("/stripe/payouts/change", { id: payout.id, status: "paid" });
    await sync();
    expect(await depositOf(payout)).toMatchObject({ status: "posted", payout_status: "paid" });
  });

  test("an instant one has no lines, and is matched as a whole", async () => {
    const payout = await addPayout({
      charges: [{ amount: 4_400 }],
      automatic: false,
      method: "instant",
    });
    await sync();
    expect(await depositOf(payout)).toMatchObject({ status: "pending", lines: [] });
  });

  test("one that takes money from the bank is below zero, and never a Deposit", async () => {
    const payout = await plant(1_000, "Tony Hoare", { fee: 5_000 });
    expect(payout.amount).toBe(1_000 - 59 - 5_000);
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    const deposit = await depositOf(payout);
    expect(deposit.total_amt).toBe("-40.59");
    expect(deposit.status).not.toBe("posted");
    expect(await inQuickBooks(payout)).toEqual([]);
  });

  test("one that was taken back names the payout that did, which is a deposit of its own", async () => {
    const payout = await plant(6_600, "John Backus");
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    const { reversal } = await control("/stripe/payouts/change", { id: payout.id, reverse: true });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      status: "posted",
      payout_status: "paid",
      payout_issue: `This payout was taken back from the bank by payout ${reversal.id}.`,
    });
    expect(await depositOf(reversal)).toMatchObject({ status: "pending", lines: [] });
    expect(await inQuickBooks(reversal)).toEqual([]);
  });
});

describe("several currencies", () => {
  test("amounts are exact, and a payout in another currency than the books is never matched", async () => {
    // The same numbers in the books, in dollars: nothing may take them for yen or euros.
    for (const amount of [500_000, 250_000]) {
      await control("/quickbooks/payments", { amount, customer: "Hedy Lamarr" });
    }
    const yen = await addPayout({
      charges: [{ amount: 500_000, name: "Hedy Lamarr" }],
      currency: "jpy",
    });
    const euro = await addPayout({
      charges: [{ amount: 250_000, name: "Hedy Lamarr" }],
      currency: "eur",
    });
    const dollar = await plant(130_000, "Hedy Lamarr");
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    expect(await depositOf(yen)).toMatchObject({
      status: "pending",
      total_amt: `${500_000 - 14_500 - 30}.00`,
      currency: "JPY",
    });
    expect(await depositOf(euro)).toMatchObject({
      status: "pending",
      total_amt: "2427.20",
      currency: "EUR",
    });
    expect(await depositOf(dollar)).toMatchObject({ status: "posted", total_amt: "1262.00" });
    for (const payout of [yen, euro]) {
      const { id } = await depositOf(payout);
      const detail = await ok("GET", `/qb/deposit/?deposit_id=${id}`, company.token);
      expect(detail.currency_differs).toBe(true);
      expect(detail.matches).toEqual([]);
      expect(await inQuickBooks(payout)).toEqual([]);
    }
    const ours = await ok(
      "GET",
      `/qb/deposit/?deposit_id=${(await depositOf(dollar)).id}`,
      company.token,
    );
    expect(ours.currency_differs).toBe(false);
  });
});

describe("movements that Stripe added yesterday", () => {
  test("are kept under Stripe's name, count into the sum, and are no machine's to book", async () => {
    await control("/quickbooks/payments", { amount: 12_000, customer: "Mary Shelley" });
    await ok("POST", "/qb/sync-payments/", company.token);
    const entries = [
      { type: "transfer", reportingCategory: "transfer", amount: -1_500 },
      { type: "topup", reportingCategory: "topup", amount: 2_000 },
      { type: "brand_new", reportingCategory: "brand_new_category", amount: -321 },
    ];
    const payout = await addPayout({
      charges: [{ amount: 12_000, name: "Mary Shelley" }],
      entries,
    });
    expect(payout.amount).toBe(12_000 - 378 - 1_500 + 2_000 - 321);
    await sync();
    const { id, status } = await depositOf(payout);
    expect(status).toBe("suggested");
    expect(await inQuickBooks(payout)).toEqual([]);
    const lines = await everything().depositLine.findMany({
      where: { depositId: id },
      orderBy: { id: "asc" },
    });
    const kept = lines.map(({ kind, providerKind, net }) => [kind, providerKind, Number(net)]);
    expect(kept.sort()).toEqual(
      [
        ["charge", "charge", 11_622],
        ["other", "transfer", -1_500],
        ["other", "topup", 2_000],
        ["other", "brand_new_category", -321],
      ].sort(),
    );
  });
});
