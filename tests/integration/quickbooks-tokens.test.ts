import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { dateInZone } from "@/lib/dates";
import { dayInWords } from "@/lib/format-date";
import { credentialStore, markExpired } from "@/server/connections/credentials";
import { requireIntegration } from "@/server/connections/find";
import { connectionsDue, keepAlive } from "@/server/connections/keep-alive";
import { systemContext } from "@/server/platform/company-id";
import { closeDb } from "@/server/platform/db";
import { getProvider } from "@/server/providers/registry";
import { startWorker } from "@/server/worker/worker";
import { injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectQuickBooks, signUp } from "../support/company";
import { eventually } from "../support/eventually";

const DAY_MS = 86_400_000;

let emulators: Emulators;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 4, today: "2026-11-02", company: "empty" });
  Object.assign(process.env, emulators.env);
});

afterAll(async () => {
  await closeDb();
  await emulators.close();
});

async function connected() {
  const { token } = await signUp();
  await connectQuickBooks(token);
  const [latest] = await adminDb().integration.findMany({
    orderBy: { connectedAt: "desc" },
    take: 1,
  });
  const companyId = latest?.companyId ?? "";
  const ctx = systemContext(companyId);
  const integration = await requireIntegration(ctx, "quickbooks");
  return { token, ctx, integration, store: credentialStore(ctx, integration, "bookkeeping") };
}

type Connected = Awaited<ReturnType<typeof connected>>;

const readDeposit = ({ store }: Connected) =>
  getProvider("quickbooks").ledger?.readDeposit(store, "1");
const rowOf = ({ ctx }: Connected) =>
  adminDb().integration.findFirstOrThrow({ where: { companyId: ctx.companyId } });

async function expireTokens(refresh: boolean): Promise<void> {
  const body = JSON.stringify({ refresh });
  const answer = await fetch(`${emulators.control.url}/tokens/expire`, { method: "POST", body });
  expect(answer.ok).toBe(true);
}

async function calls(part: string): Promise<{ status: number }[]> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(({ path }: { path: string }) => path.includes(part));
}

test("a lost answer of the token service costs nothing: the old token works for a day", async () => {
  const company = await connected();
  await expireTokens(false);
  const before = (await calls("tokens/bearer")).length;
  await injectFault(emulators, {
    provider: "quickbooks",
    match: { path: "tokens/bearer" },
    kind: "cut_after",
    times: 1,
  });
  expect(await readDeposit(company)).toBeNull();
  const refreshes = (await calls("tokens/bearer")).slice(before);
  expect(refreshes.map(({ status }) => status)).toEqual([200, 200]);
  expect((await rowOf(company)).status).toBe("connected");
});

test("a token revoked between two calls ends the connection with a reason, until it is renewed", async () => {
  const company = await connected();
  expect(await readDeposit(company)).toBeNull();
  await expireTokens(true);
  const failed = await call("GET", "/qb/bank-account/", { token: company.token });
  expect(failed.status).toBe(502);
  expect(failed.body.message).toContain("Reconnect QuickBooks");

  await keepAliveAsIfIdle(company);
  expect((await rowOf(company)).status).toBe("expired");
  const { notifications } = await ok("GET", "/notifications/", company.token);
  expect(notifications[0].title).toBe("Reconnect QuickBooks");

  await connectQuickBooks(company.token);
  expect((await rowOf(company)).status).toBe("connected");
  await ok("GET", "/qb/bank-account/", company.token);
  // A late refusal of the earlier tokens does not apply to the new ones.
  await markExpired(company.ctx, company.integration);
  expect((await rowOf(company)).status).toBe("connected");
});

async function keepAliveAsIfIdle({ ctx }: Connected): Promise<void> {
  await adminDb().integration.updateMany({
    where: { companyId: ctx.companyId },
    data: { idleEndsAt: new Date(Date.now() + 20 * DAY_MS), lastRefreshedAt: null },
  });
  await keepAlive(ctx, "quickbooks");
}

describe("two companies with the same QuickBooks company", () => {
  test("renew in turn, and disconnecting one keeps the other connected", async () => {
    const [first, second] = [await connected(), await connected()];
    await expireTokens(false);
    await Promise.all([readDeposit(first), readDeposit(second)]);
    const revoked = async () => (await calls("tokens/revoke")).length;
    const before = await revoked();
    await ok("POST", "/qb/disconnect-quickbook/", first.token);
    expect(await revoked()).toBe(before);
    expect(await readDeposit(second)).toBeNull();
    expect((await rowOf(first)).credentials).toBeNull();

    await adminDb().integration.updateMany({
      where: { NOT: { companyId: second.ctx.companyId } },
      data: { status: "disconnected", credentials: null },
    });
    await ok("POST", "/qb/disconnect-quickbook/", second.token);
    expect(await revoked()).toBe(before + 1);
  });
});

describe("an unused connection", () => {
  test("is renewed long before its hundred days end, and at most once a day", async () => {
    const company = await connected();
    const fresh = await rowOf(company);
    expect((fresh.idleEndsAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(99 * DAY_MS);
    expect((fresh.endsAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(4.9 * 365 * DAY_MS);
    const due = async () => (await connectionsDue()).map(({ companyId }) => companyId);
    expect(await due()).not.toContain(company.ctx.companyId);

    await adminDb().integration.updateMany({
      where: { companyId: company.ctx.companyId },
      data: { idleEndsAt: new Date(Date.now() + 20 * DAY_MS) },
    });
    expect(await due()).toContain(company.ctx.companyId);
    await keepAlive(company.ctx, "quickbooks");
    const kept = await rowOf(company);
    expect((kept.idleEndsAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(99 * DAY_MS);
    expect(kept.credentialsVersion).toBe(fresh.credentialsVersion + 1);
    expect(await due()).not.toContain(company.ctx.companyId);
  });

  test("is renewed by the worker, without a user", async () => {
    const company = await connected();
    const where = { companyId: company.ctx.companyId };
    const soon = new Date(Date.now() + 20 * DAY_MS);
    await adminDb().integration.updateMany({ where, data: { idleEndsAt: soon } });
    const worker = await startWorker();
    await eventually(async () =>
      expect((await rowOf(company)).idleEndsAt?.getTime()).toBeGreaterThan(+soon),
    ).finally(() => worker.stop());
  });

  test("is left alone for a day when QuickBooks does not answer", async () => {
    const company = await connected();
    await injectFault(emulators, {
      provider: "quickbooks",
      match: { path: "tokens/bearer" },
      kind: "status",
      status: 503,
      times: 1,
    });
    await keepAliveAsIfIdle(company);
    expect((await rowOf(company)).status).toBe("connected");
    const due = (await connectionsDue()).map(({ companyId }) => companyId);
    expect(due).not.toContain(company.ctx.companyId);
  });

  test("is notified once before its fixed end", async () => {
    const company = await connected();
    const soon = Date.now() + 10 * DAY_MS;
    const stale = await company.store.current();
    await company.store.renew(stale, async (latest) => ({
      ...(latest as object),
      hardExpiresAt: soon,
    }));
    expect((await connectionsDue()).map(({ companyId }) => companyId)).toContain(
      company.ctx.companyId,
    );
    await keepAlive(company.ctx, "quickbooks");
    await keepAlive(company.ctx, "quickbooks");
    const { notifications } = await ok("GET", "/notifications/", company.token);
    const { timezone } = await ok("GET", "/settings/company/", company.token);
    const day = dayInWords(dateInZone(new Date(soon), timezone), "MM-DD-YYYY");
    const titles = notifications.map(({ title }: { title: string }) => title);
    expect(titles).toEqual([`Reconnect QuickBooks before ${day}`]);
    expect((await rowOf(company)).status).toBe("connected");
  });
});
