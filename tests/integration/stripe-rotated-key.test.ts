import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { control as controlEmulators } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { signUp } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
});
beforeEach(async () => {
  await control("/reset", {});
  await control("/stripe/restricted-key", { lacks: [] });
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

const control = (path: string, body: object) => controlEmulators(emulators, path, body);

/** With a key that Stripe shows no account, and doesn't name it either. */
async function connectUnnamed(token: string, secret_key: string) {
  await control("/faults", {
    ...{ provider: "stripe", match: { path: "/v1/account" }, kind: "status", status: 403 },
  });
  const reply = await call("POST", "/stripe/connect/", { token, body: { secret_key } });
  await settled(token);
  return reply;
}

async function connect(token: string, secret_key: string): Promise<void> {
  await ok("POST", "/stripe/connect/", token, { secret_key });
  await settled(token);
}

async function paidOut(): Promise<string> {
  const charges = [{ amount: 5_000, name: "Ann Baker" }];
  return (await control("/stripe/payouts", { charges })).payout.id;
}

/** The company's connections with Stripe, ended ones too, with the payouts stored under each. */
async function stored(username: string) {
  const rows = await adminDb().integration.findMany({
    where: {
      provider: "stripe",
      company: { memberships: { some: { user: { usernameKey: username } } } },
    },
    include: { deposits: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, externalAccountId, displayName, status, deposits }) => ({
    ...{ id, externalAccountId, displayName, status },
    payouts: deposits.map(({ providerId }) => providerId).sort(),
  }));
}

test("a rotated key whose account Stripe doesn't name continues the connection", async () => {
  const { token, username } = await signUp();
  await connect(token, emulators.credentials.stripeOwnersKey);
  const first = await paidOut();
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
  const [before] = await stored(username);
  const second = await paidOut();

  expect((await connectUnnamed(token, emulators.credentials.stripeSecondKey)).status).toBe(200);
  const after = await stored(username);
  expect(after).toEqual([{ ...before, payouts: [first, second].sort() }]);
  const { integrations } = await ok("GET", "/user/integrations/", token);
  expect(integrations).toHaveLength(1);
});

test("after a disconnect it does, too, and so does the account once Stripe names it", async () => {
  const { token, username } = await signUp();
  await connectUnnamed(token, emulators.credentials.stripeSecondKey);
  const payout = await paidOut();
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
  const [before] = await stored(username);
  expect(before?.externalAccountId).toMatch(/^key_/);

  // Another key that doesn't tell, with the same payouts.
  await ok("POST", "/stripe/disconnect-stripe/", token);
  await connectUnnamed(token, emulators.credentials.stripeRestrictedKey);
  const again = await stored(username);
  expect(again).toMatchObject([
    { id: before?.id, externalAccountId: before?.externalAccountId, payouts: [payout] },
  ]);
  expect(again[0]?.displayName).not.toBe(before?.displayName);

  await connect(token, emulators.credentials.stripeOwnersKey);
  const named = await stored(username);
  expect(named).toMatchObject([
    { id: before?.id, displayName: "Sample Company", status: "connected", payouts: [payout] },
  ]);
  expect(named[0]?.externalAccountId).toMatch(/^acct_/);
  // Sealed under the account's new id, so it opens.
  expect((await ok("POST", "/stripe/save-payouts/", token)).run.state).toBe("succeeded");
});

test("another account's key isn't taken for the one that is stored", async () => {
  const { token, username } = await signUp();
  await connect(token, emulators.credentials.stripeOwnersKey);
  await paidOut();
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
  const refused = await connectUnnamed(token, emulators.credentials.stripeOtherKey);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("Disconnect Sample Company first.");
  await ok("POST", "/stripe/disconnect-stripe/", token);
  await connectUnnamed(token, emulators.credentials.stripeOtherKey);
  const rows = await stored(username);
  expect(rows.map(({ payouts }) => payouts.length).sort()).toEqual([0, 1]);
});

test("while Stripe doesn't answer whether it is the same account, nothing is connected", async () => {
  const { token, username } = await signUp();
  await connect(token, emulators.credentials.stripeOwnersKey);
  await paidOut();
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
  await ok("POST", "/stripe/disconnect-stripe/", token);
  await control("/faults", {
    ...{ provider: "stripe", match: { path: "/v1/payouts/po_" }, kind: "status", status: 500 },
    times: 20,
  });
  const refused = await connectUnnamed(token, emulators.credentials.stripeSecondKey);
  expect(refused.status).toBe(502);
  expect(await stored(username)).toHaveLength(1);
});

test("a payout that another connection has stored isn't imported", async () => {
  const { token, username } = await signUp();
  await connect(token, emulators.credentials.stripeOwnersKey);
  await ok("POST", "/stripe/disconnect-stripe/", token);
  // Nothing tells that it is the same account: none of its payouts is stored.
  await connectUnnamed(token, emulators.credentials.stripeSecondKey);
  const payout = await paidOut();
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
  const [ended, live] = (await stored(username)).sort(
    (a, b) => a.payouts.length - b.payouts.length,
  );
  expect(live?.payouts).toEqual([payout]);
  await adminDb().deposit.updateMany({
    where: { integrationId: live?.id ?? "" },
    data: { integrationId: ended?.id ?? "" },
  });
  const { run } = await ok("POST", "/stripe/save-payouts/", token);
  expect(run.message).toContain("Already imported through another connection: 1");
  await settled(token);
  expect((await stored(username)).flatMap(({ payouts }) => payouts)).toEqual([payout]);
});
