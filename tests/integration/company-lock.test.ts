import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { endConnection } from "@/server/connections/disconnect";
import { systemContext } from "@/server/platform/company-id";
import {
  type CompanyContext,
  type SessionContext,
  withRequestSignal,
} from "@/server/platform/context";
import { db, openPools, type Tx } from "@/server/platform/db";
import { RateLimitedError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import {
  planThenWrite,
  repeatAfterDeadlock,
  withCompanyLock,
} from "@/server/platform/with-company-lock";
import { requestAutoMatch } from "@/server/work/company";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { signUp } from "../support/company";
import { makeBooks } from "../support/rows";

let job: CompanyContext;
let request: SessionContext;

beforeAll(async () => {
  job = systemContext((await makeBooks()).companyId);
  request = {
    ...job,
    ...{ userId: 1, requestId: "r", sessionId: "s", role: "owner", ipAddress: "", userAgent: "" },
  };
});

/** How many connections are not free. */
const busy = () => {
  const { totalCount, idleCount } = openPools().orm ?? { totalCount: 0, idleCount: 0 };
  return totalCount - idleCount;
};

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test("calls that wait for a company hold no connection, are bounded, and come in order", async () => {
  const { open, opened } = gate();
  const entered = gate();
  const order: number[] = [];
  const first = withCompanyLock(request, async () => {
    entered.open();
    await opened;
  });
  await entered.opened;
  // A request waits twenty seconds, which a stranger's sign-up may take: these wait as long as it does.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const waiting = Array.from({ length: 25 }, (_, nth) =>
    withCompanyLock(request, async () => order.push(nth)).catch((error: unknown) => error),
  );
  vi.useRealTimers();
  const stranger = await signUp();
  await ok("GET", "/summary/", stranger.token);
  expect(busy()).toBe(1);
  open();
  await first;
  const results = await Promise.all(waiting);
  const refused = results.filter((result) => result instanceof RateLimitedError);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.detail.retryAfterSeconds).toBe(5);
  expect(order).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
});

test("what a person asks for comes before the jobs and API tokens that wait", async () => {
  const { open, opened } = gate();
  const entered = gate();
  const order: string[] = [];
  const running = withCompanyLock(job, async () => {
    entered.open();
    await opened;
  });
  await entered.opened;
  const ask = (ctx: CompanyContext, name: string) =>
    withCompanyLock(ctx, async () => order.push(name));
  const waiting = [
    ask(job, "sync"),
    ask({ ...request, apiToken: "Export" }, "token"),
    ask(job, "match"),
    ask(request, "first press"),
    ask(request, "second press"),
  ];
  open();
  await Promise.all([running, ...waiting]);
  expect(order).toEqual(["first press", "second press", "sync", "token", "match"]);
});

test("a press waits for a step that takes longer than ten seconds", async () => {
  const { open, opened } = gate();
  const entered = gate();
  const running = withCompanyLock(job, async () => {
    entered.open();
    await opened;
  });
  await entered.opened;
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const press = withCompanyLock(request, async () => "pressed");
  vi.advanceTimersByTime(19_000);
  vi.useRealTimers();
  open();
  await running;
  expect(await press).toBe("pressed");
});

test("while a plan is made, no connection is held and a person's calls run", async () => {
  const { open, opened } = gate();
  const entered = gate();
  const work = planThenWrite(
    job,
    async () => {
      entered.open();
      await opened;
    },
    async () => ({ result: "matched" }),
  );
  await entered.opened;
  expect(busy()).toBe(0);
  expect(await withCompanyLock(request, async () => "pressed")).toBe("pressed");
  open();
  expect(await work).toBe("matched");
});

/** A plan that rests on the amount of a payment, and its writing. `change` runs while it's made. */
async function planOnPayment(
  change: (payment: { companyId: string; id: number }) => Promise<unknown>,
) {
  const { companyId, paymentId: id } = await makeBooks();
  const amountOf = async (tx: Tx) => {
    const payment = await tx.ledgerPayment.findFirstOrThrow({ where: { companyId, id } });
    return payment.amount;
  };
  const plans: bigint[] = [];
  const writing = planThenWrite(
    systemContext(companyId),
    async (read) => {
      const amount = await read(amountOf);
      plans.push(amount);
      await change({ companyId, id });
      return amount;
    },
    async (tx, amount) => {
      if ((await amountOf(tx)) !== amount) return null;
      await tx.ledgerPayment.updateMany({ where: { companyId, id }, data: { note: "planned" } });
      return { result: amount };
    },
  );
  const result = await writing.catch((error: unknown) => error);
  const stored = await adminDb().ledgerPayment.findFirstOrThrow({ where: { companyId, id } });
  return { plans, result, stored };
}

const increment = ({ id }: { id: number }) =>
  adminDb().ledgerPayment.updateMany({ where: { id }, data: { amount: { increment: 1n } } });

test("a plan whose rows change meanwhile is made again", async () => {
  let changes = 0;
  const { plans, result, stored } = await planOnPayment(async (payment) => {
    changes += 1;
    if (changes < 3) await increment(payment);
  });
  expect(plans).toHaveLength(3);
  expect(result).toBe(plans[2]);
  expect(stored.note).toBe("planned");
});

test("rows that other processes keep changing under the lock are written at last", async () => {
  const { plans, result, stored } = await planOnPayment(async (payment) => {
    const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    const { rows } = await other.query<{ held: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held",
      [payment.companyId],
    );
    if (rows[0]?.held) await increment(payment);
    await other.end();
  });
  expect(plans.length).toBeGreaterThan(3);
  expect(result).toBe(plans.at(-1));
  expect(stored.note).toBe("planned");
});

test("rows that never stay the same are left as they are, and the caller is asked to try again", async () => {
  const { result, stored } = await planOnPayment(increment);
  expect(result).toBeInstanceOf(RateLimitedError);
  expect(stored.note).not.toBe("planned");
});

test("two transactions that wait for each other's rows both go through", async () => {
  const { companyId, depositId, paymentId } = await makeBooks();
  const ctx = systemContext(companyId);
  const stored = async () => {
    const { version } = await adminDb().deposit.findFirstOrThrow({ where: { id: depositId } });
    const { amount } = await adminDb().ledgerPayment.findFirstOrThrow({ where: { id: paymentId } });
    return { version, amount };
  };
  const before = await stored();
  const changeDeposit = (tx: Tx) =>
    tx.deposit.updateMany({ where: { id: depositId }, data: { version: { increment: 1 } } });
  const changePayment = (tx: Tx) =>
    tx.ledgerPayment.updateMany({ where: { id: paymentId }, data: { amount: { increment: 1 } } });
  const [posting, sync] = [gate(), gate()];
  await Promise.all([
    withCompanyLock(ctx, async (tx) => {
      await changeDeposit(tx);
      posting.open();
      await sync.opened;
      await changePayment(tx);
    }),
    repeatAfterDeadlock(() =>
      db(ctx).$transaction(async (tx) => {
        await changePayment(tx);
        sync.open();
        await posting.opened;
        await changeDeposit(tx);
      }),
    ),
  ]);
  expect(await stored()).toEqual({ version: before.version + 2, amount: before.amount + 2n });
});

test("a connection ends while its sync does: neither aborts the other", async () => {
  const { companyId, integrationId } = await makeBooks();
  const ctx = systemContext(companyId);
  const { id } = await adminDb().syncRun.create({
    data: {
      ...{ companyId, integrationId, trigger: "manual", state: "running" },
      heartbeatAt: new Date(),
    },
  });
  const [sync, asked] = [gate(), gate()];
  // As a sync ends: its run, then its connection.
  const ending = db(ctx).$transaction(async (tx) => {
    await tx.syncRun.updateMany({ where: { companyId, id }, data: { message: "Done" } });
    sync.open();
    await asked.opened;
    await tx.integration.updateMany({
      where: { companyId, id: integrationId },
      data: { lastSyncedAt: new Date() },
    });
  });
  await sync.opened;
  const disconnecting = db(ctx).$transaction(async (tx) => {
    const ended = endConnection(tx, ctx, { id: integrationId, provider: "stripe" });
    // Until it waits for the run's row.
    await untilBlocked();
    asked.open();
    await ended;
  });
  await Promise.all([ending, disconnecting]);
  const { status } = await adminDb().integration.findFirstOrThrow({ where: { id: integrationId } });
  expect(status).toBe("disconnected");
});

test("two transactions that have written rows of a company both request an automatic run", async () => {
  const ctx = systemContext((await makeBooks()).companyId);
  const both = gate();
  let writers = 0;
  const write = () =>
    db(ctx).$transaction(async (tx) => {
      // A row that belongs to the company holds on to the company's.
      await recordAudit(tx, ctx, { action: "settings.saved", entity: "settings", entityId: "1" });
      writers += 1;
      if (writers === 2) both.open();
      await both.opened;
      return requestAutoMatch(tx, ctx);
    });
  const [one, two] = await Promise.all([write(), write()]);
  const isFollowed = two.before === one.requestedAt || one.before === two.requestedAt;
  expect(isFollowed).toBe(true);
});

/** Until a statement of this database waits for another one's row. */
async function untilBlocked(): Promise<void> {
  for (;;) {
    const [{ blocked }] = await adminDb().$queryRaw<[{ blocked: boolean }]>`
      SELECT EXISTS (SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0) AS blocked`;
    if (blocked) return;
  }
}

test("another process' lock is waited for", async () => {
  const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await other.connect();
  await other.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [job.companyId]);
  let isDone = false;
  const work = withCompanyLock(job, async () => {
    isDone = true;
  });
  // A stranger's whole sign-up takes longer than asking for the lock.
  await signUp();
  expect(isDone).toBe(false);
  await other.query("SELECT pg_advisory_unlock_all()");
  await work;
  expect(isDone).toBe(true);
  await other.end();
});

test("a client that goes stops waiting, and what runs for it keeps its turn to the end", async () => {
  const running = new AbortController();
  const waiting = new AbortController();
  const { open, opened } = gate();
  const entered = gate();
  const order: string[] = [];
  const first = withRequestSignal(running.signal, () =>
    withCompanyLock(request, async () => {
      entered.open();
      await opened;
      order.push("first");
    }),
  );
  await entered.opened;
  const left = withRequestSignal(waiting.signal, () =>
    withCompanyLock(request, async () => order.push("left")),
  );
  const next = withCompanyLock(request, async () => order.push("next"));
  waiting.abort(new Error("gone"));
  running.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  open();
  await Promise.all([first, next]);
  expect(order).toEqual(["first", "next"]);
});

test("what one call throws reaches its caller, and the next one runs", async () => {
  const failing = withCompanyLock(request, () => Promise.reject(new Error("mine")));
  const next = withCompanyLock(request, async () => "next");
  await expect(failing).rejects.toThrow("mine");
  expect(await next).toBe("next");
});
