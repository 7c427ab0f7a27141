import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { storeConnection } from "@/server/connections/store-connection";
import { mintCompanyId } from "@/server/platform/company-id";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { enableTwoFactor } from "../support/authenticator";
import { call, ok } from "../support/client";
import { connectQuickBooks, signUp, signUpUnproved, type TestCompany } from "../support/company";
import { confirmEmail, newestLinkTo, waitingMails } from "../support/confirmation";
import { browser } from "../support/reset";

const NEW_PASSWORD = "the real owner's";

let emulators: Emulators;
beforeAll(async () => {
  emulators = await startEmulators({ company: "small" });
  Object.assign(process.env, emulators.env);
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

let stranger: TestCompany;
let email: string;
beforeEach(async () => {
  stranger = await signUpUnproved();
  email = `${stranger.username}@example.com`;
});

const accountOf = ({ username }: TestCompany) =>
  adminDb().user.findUniqueOrThrow({
    where: { usernameKey: username },
    include: { identities: true, recoveryCodes: true, oauthStates: true, memberships: true },
  });
const connectedTo = async ({ token }: { token: string }) => {
  const { integrations } = await ok("GET", "/user/integrations/", token);
  return integrations.map((each: { integration_type: string }) => each.integration_type).sort();
};

/** Locks, sign-in providers and connections, as a stranger may set them up in advance. */
async function setUp(account: TestCompany): Promise<void> {
  await ok("POST", "/stripe/connect/", account.token, {
    secret_key: emulators.credentials.stripeSecretKey,
  });
  await connectQuickBooks(account.token);
  await ok("GET", "/qb/connect/", account.token);
  const { id: userId } = await accountOf(account);
  await adminDb().linkedIdentity.create({
    data: { issuer: "https://p.example", subject: account.username, email: "", userId },
  });
  await ok("POST", "/api-tokens/", account.token, {
    ...{ name: "Payroll export", role: "admin", expires_in_days: null },
    current_password: account.password,
  });
  await enableTwoFactor(account);
}

/** As the owner of the mailbox. */
async function reset(address: string): Promise<{ token: string; body: { code?: string } }> {
  const visitor = browser();
  await visitor.send(address);
  const codes = (await waitingMails(address)).flatMap(
    ({ text }) => /^(\d{6})$/m.exec(text)?.[1] ?? [],
  );
  await visitor.verify(address, codes.at(-1) ?? "");
  const done = await visitor.reset(address, NEW_PASSWORD);
  expect(done.body).toMatchObject({ message: "Password reset successfully" });
  const { body } = await visitor.login(address, NEW_PASSWORD);
  return { token: body.token, body };
}

describe("the first proof of an address", () => {
  test("by a reset lets its owner in, and removes what was set up before", async () => {
    await setUp(stranger);
    expect(await connectedTo(stranger)).toEqual(["quickbook", "stripe"]);
    const owner = await reset(email);
    expect(owner.token).toBeTruthy();
    expect((await call("GET", "/summary/", { token: stranger.token })).status).toBe(401);
    expect(await accountOf(stranger)).toMatchObject({
      ...{ totpSecret: null, totpConfirmedAt: null, totpLastStep: null },
      ...{ identities: [], recoveryCodes: [], oauthStates: [] },
    });
    expect(await connectedTo(owner)).toEqual([]);
    const rows = await adminDb().integration.findMany({
      where: { company: { memberships: { some: { user: { emailKey: email } } } } },
    });
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({ status: "disconnected", credentials: null });
    }
    expect(await ok("GET", "/user/profile/", owner.token)).toMatchObject({
      email_confirmed: true,
      unconfirmed_email: null,
    });
    const note = (await waitingMails(email)).find(({ subject }) => subject.includes("changed"));
    expect(note?.text).toContain(
      "two-factor authentication, linked sign-in providers, API tokens, connections to payment processors",
    );
    const [audit] = await adminDb().auditEvent.findMany({
      where: { action: "account.unproved_removed", userId: (await accountOf(stranger)).id },
    });
    expect(audit?.data).toEqual({
      two_factor: true,
      identities: 1,
      api_tokens: 1,
      connections: 2,
    });
  });

  test("by the link in a session of the account removes nothing", async () => {
    await setUp(stranger);
    expect((await confirmEmail(stranger, await newestLinkTo(email))).status).toBe(200);
    expect(await connectedTo(stranger)).toEqual(["quickbook", "stripe"]);
    const account = await accountOf(stranger);
    expect(account.totpConfirmedAt).not.toBeNull();
    expect([account.identities.length, account.recoveryCodes.length]).toEqual([1, 10]);
    // A later reset is no first proof.
    const { body } = await reset(email);
    expect(body.code).toBe("two_factor_required");
    expect((await accountOf(stranger)).identities).toHaveLength(1);
  });

  test("leaves a company's connections to its other members", async () => {
    await ok("POST", "/stripe/connect/", stranger.token, {
      secret_key: emulators.credentials.stripeSecretKey,
    });
    const companion = await signUp();
    const { memberships } = await accountOf(stranger);
    const companyId = memberships[0]?.companyId ?? "";
    const { id: userId } = await accountOf(companion);
    await adminDb().membership.create({ data: { companyId, userId } });
    expect(await connectedTo(await reset(email))).toEqual(["stripe"]);
  });

  test("nothing of another account changes", async () => {
    const other = await signUp();
    await setUp(other);
    const before = await accountOf(other);
    await setUp(stranger);
    await reset(email);
    expect(await accountOf(other)).toEqual(before);
    expect(await connectedTo(other)).toEqual(["quickbook", "stripe"]);
  });

  test("a connection whose provider answers after the reset is refused", async () => {
    const { id: userId, memberships } = await accountOf(stranger);
    const companyId = mintCompanyId(memberships[0]?.companyId ?? "");
    const session = await adminDb().session.findFirstOrThrow({ where: { userId } });
    await reset(email);
    const ctx = {
      ...{ companyId, userId, sessionId: session.id, requestId: "late" },
      ...{ role: "owner" as const, ipAddress: "", userAgent: "" },
    };
    const connection = {
      ...{ externalAccountId: "acct_late", displayName: "Late", livemode: false },
      ...{ currency: "USD", credentials: { secretKey: "sk_test_late" } },
    };
    await expect(storeConnection(ctx, "stripe", connection)).rejects.toThrow(
      "Your session has ended",
    );
    expect(await adminDb().integration.count({ where: { companyId } })).toBe(0);
  });
});
