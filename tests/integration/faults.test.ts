import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { booksOf, control, injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany, connectQuickBooks, signUp } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 5, today: "2026-11-02", company: "small" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
});

afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

/** Skips the pauses between attempts, which can be minutes. */
async function letPausesPass(): Promise<void> {
  await adminDb().$executeRaw`UPDATE postings SET next_attempt_at = now() WHERE state = 'queued'`;
}

test("a Deposit whose answer was lost is found, not created twice", async () => {
  const posting = { method: "POST", path: "/deposit" };
  for (const kind of ["cut_after", "malformed", "truncated", "cut"]) {
    await injectFault(emulators, { provider: "quickbooks", match: posting, kind, times: 2 });
  }
  await injectFault(emulators, {
    provider: "quickbooks",
    match: posting,
    kind: "status",
    status: 503,
    times: 2,
  });
  const { token } = await connectedCompany(emulators);
  const again = setInterval(() => void letPausesPass(), 250);
  await settled(token).finally(() => clearInterval(again));

  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const posted = deposits.filter(({ status }: { status: string }) => status === "posted");
  expect(posted.length).toBeGreaterThan(5);
  expect(await (await fetch(`${emulators.control.url}/faults`)).json()).toEqual({ faults: [] });
  const books = await booksOf(emulators);
  const named = books.deposits.filter(({ note }) => /po_\w+/.test(note));
  expect(named.map(({ id }) => id).sort()).toEqual(
    posted.map(({ quickbook_id }: { quickbook_id: string }) => quickbook_id).sort(),
  );
  expect(await adminDb().posting.count({ where: { attempts: { gt: 1 } } })).toBeGreaterThan(0);
});

test("a failed sync reports the reason, keeps its rows, and works the next time", async () => {
  const { token } = await signUp();
  const body = { secret_key: emulators.credentials.stripeSecretKey };
  await ok("POST", "/stripe/connect/", token, body);
  await settled(token);
  const before = await ok("GET", "/summary/", token);
  await injectFault(emulators, {
    provider: "stripe",
    match: { path: "/v1/payouts" },
    kind: "status",
    status: 401,
    times: 1,
  });
  const failed = await call("POST", "/stripe/save-payouts/", { token });
  expect(failed.status).toBe(502);
  expect(failed.body.message).toContain("Reconnect Stripe");
  const [integration] = (await ok("GET", "/user/integrations/", token)).integrations;
  expect(integration.status).toBe("expired");
  expect(await ok("GET", "/summary/", token)).toEqual(before);

  await ok("POST", "/stripe/connect/", token, body);
  await settled(token);
  await ok("POST", "/stripe/save-payouts/", token);
  expect(await ok("GET", "/summary/", token)).toEqual(before);
});

test("a missing setting blocks a posting with its reason, and the posting continues once it is set", async () => {
  await control(emulators, "/reset", {});
  const { token } = await signUp();
  await ok("POST", "/stripe/connect/", token, {
    secret_key: emulators.credentials.stripeSecretKey,
  });
  await connectQuickBooks(token);
  await settled(token);
  const messages = async () => {
    const { deposits } = await ok("GET", "/qb/deposit-status/?status=matched", token);
    return new Set(
      deposits.map(({ posting }: { posting: { message: string } }) => posting.message),
    );
  };
  expect(await messages()).toContain("Choose a bank account in QuickBooks Settings.");

  const { banks } = await ok("GET", "/qb/bank-account/", token);
  await ok("POST", "/qb/save-bank/", token, { bank_id: banks[0].Id, bank_name: banks[0].Name });
  await settled(token);
  expect(await messages()).toContain("Choose an expense category in Stripe Settings.");

  const { expenses } = await ok("GET", "/qb/get-expense/", token);
  await ok("POST", "/stripe/save-category/", token, { category: expenses[0] });
  await settled(token);
  // What is left is in euros, and the bank account is in dollars.
  const { accounts } = await (await fetch(`${emulators.control.url}/state`)).json();
  const euros = accounts.find(({ name }: { name: string }) => name === "Euro Account").id;
  const bank = { integration_type: "stripe", currency: "EUR", account_id: euros };
  await ok("PUT", "/settings/banks/", token, bank);
  await settled(token);
  const { matched, posted } = await ok("GET", "/summary/", token);
  expect(matched).toBe(0);
  expect(posted).toBeGreaterThan(5);
});
