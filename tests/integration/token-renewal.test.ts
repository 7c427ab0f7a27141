import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { delay } from "@/lib/delay";
import { credentialStore } from "@/server/connections/credentials";
import { disconnect } from "@/server/connections/disconnect";
import { requireIntegration } from "@/server/connections/find";
import { systemContext } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import { closeDb, openPools } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { adminDb } from "../support/admin-db";
import { connectQuickBooks, signUp } from "../support/company";

let emulators: Emulators;
let ctx: CompanyContext;
let token: string;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 4, today: "2026-11-02", company: "empty" });
  Object.assign(process.env, emulators.env);
});
beforeEach(async () => {
  ({ token } = await signUp());
  await connectQuickBooks(token);
  const { companyId } = await adminDb().integration.findFirstOrThrow({
    orderBy: { connectedAt: "desc" },
  });
  ctx = systemContext(companyId);
});
afterAll(async () => {
  await closeDb();
  await emulators.close();
});

/** As another process has it: stores share nothing but the database. */
const newStore = async () =>
  credentialStore(ctx, await requireIntegration(ctx, "quickbooks"), "bookkeeping");

/** How many connections of the books are not free. */
const busyConnections = () => {
  const { totalCount, idleCount } = openPools().orm ?? { totalCount: 0, idleCount: 0 };
  return totalCount - idleCount;
};

/** A token service that answers when it is opened. */
function service(accessToken: string) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const calls: unknown[] = [];
  const exchange = async (latest: unknown) => {
    calls.push(latest);
    await opened;
    return { ...(latest as object), accessToken };
  };
  const isAsked = async () => {
    while (calls.length === 0) await delay(5);
  };
  return { open, calls, exchange, isAsked };
}

test("processes that renew at once use the refresh token once, and hold no connection meanwhile", async () => {
  const stale = await (await newStore()).current();
  const slow = service("fresh");
  const renewals = [1, 2, 3].map(async () => (await newStore()).renew(stale, slow.exchange));
  await slow.isAsked();
  // The others ask for the lease between these looks; whoever waits for the provider has no connection.
  let free = 0;
  while (free < 5) {
    if (busyConnections() === 0) free += 1;
    await delay(10);
  }
  slow.open();
  const results = await Promise.all(renewals);
  expect(slow.calls).toHaveLength(1);
  expect(results).toMatchObject([1, 2, 3].map(() => ({ accessToken: "fresh" })));
  expect(await (await newStore()).current()).toMatchObject({ accessToken: "fresh" });
  expect(await adminDb().lease.count()).toBe(0);
});

test("a lost process holds a renewal up no longer than its lease, and a late one changes nothing", async () => {
  const stale = await (await newStore()).current();
  const lost = service("late");
  const first = (await newStore()).renew(stale, lost.exchange);
  await lost.isAsked();
  const { expiresAt } = await adminDb().lease.findFirstOrThrow();
  expect(expiresAt.getTime() - Date.now()).toBeLessThan(20_000);
  await adminDb().$executeRaw`UPDATE leases SET expires_at = now()`;
  const quick = service("fresh");
  quick.open();
  const second = await (await newStore()).renew(stale, quick.exchange);
  expect(second).toMatchObject({ accessToken: "fresh" });
  lost.open();
  expect(await first).toMatchObject({ accessToken: "fresh" });
  expect(await (await newStore()).current()).toMatchObject({ accessToken: "fresh" });
});

test("a refused renewal frees its lease for the next one", async () => {
  const store = await newStore();
  const stale = await store.current();
  const refused = store.renew(stale, () => Promise.reject(new Error("refused")));
  await expect(refused).rejects.toThrow("refused");
  const next = service("fresh");
  next.open();
  expect(await store.renew(stale, next.exchange)).toMatchObject({ accessToken: "fresh" });
});

test("a connection that ends or is made anew during a renewal stays as it is", async () => {
  const store = await newStore();
  const stale = await store.current();
  const during = service("late");
  const renewal = store.renew(stale, during.exchange);
  await during.isAsked();
  await connectQuickBooks(token);
  const reconnected = await store.current();
  during.open();
  expect(await renewal).toEqual(reconnected);

  const last = service("late");
  const ending = store.renew(reconnected, last.exchange);
  await last.isAsked();
  await disconnect(ctx, "quickbooks");
  last.open();
  await expect(ending).rejects.toThrow(NotFoundError);
  const row = await adminDb().integration.findFirstOrThrow({ where: { companyId: ctx.companyId } });
  expect([row.status, row.credentials]).toEqual(["disconnected", null]);
});
