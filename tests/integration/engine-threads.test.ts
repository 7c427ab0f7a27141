import { beforeEach, expect, test } from "vitest";
import { delay } from "@/lib/delay";
import { autoMatchDeposit } from "@/server/matches/auto-match-deposit";
import { forgetLedgers } from "@/server/matches/cached-ledger";
import { decide } from "@/server/matches/decide";
import { busyThreads, withEngineThread } from "@/server/matches/engine/threads";
import { systemContext } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import { openPools } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { handlerOf, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

const SALE = { gross: 4_711, customer: "Ada Byron Limited" };

let books: MatchingBooks;
let ctx: CompanyContext;

beforeEach(async () => {
  books = await MatchingBooks.create();
  ctx = systemContext(books.companyId);
  forgetLedgers();
});

/** How many connections of the books are not free. */
const busyConnections = () => {
  const { totalCount, idleCount } = openPools().orm ?? { totalCount: 0, idleCount: 0 };
  return totalCount - idleCount;
};

const turnOfTheLoop = () => delay(1);

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Many equal amounts without names, which the engine can only compare with each other. */
async function writeEqualSales(count: number): Promise<void> {
  await books.deposit(Array.from({ length: count }, () => ({ gross: 5_000 })));
  const { id: integrationId } = await adminDb().integration.findFirstOrThrow({
    where: { companyId: books.companyId, provider: "quickbooks" },
  });
  await adminDb().ledgerPayment.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      companyId: books.companyId,
      integrationId,
      kind: "Payment",
      providerId: `equal-${index}`,
      txnDate: new Date("2026-03-05"),
      amount: 5_000n,
      currency: "USD",
    })),
  });
}

test("while the engine runs, the event loop goes on and no connection is held", async () => {
  await writeEqualSales(300);
  const { id } = await books.deposit([SALE]);
  await books.payment({ amount: SALE.gross, customer: SALE.customer });
  let isDone = false;
  // Without the request around it, whose lease is extended every few seconds.
  const matching = autoMatchDeposit(ctx, { deposit_id: id }).finally(() => {
    isDone = true;
  });
  let seen = 0;
  while (!isDone) {
    if (busyThreads() > 0) {
      seen += 1;
      expect(busyConnections()).toBe(0);
    }
    await turnOfTheLoop();
  }
  expect((await matching).status).toBe("matched");
  expect(seen).toBeGreaterThan(10);
});

test("what changes while the engine runs is never overwritten: it decides over the books as they are", async () => {
  await writeEqualSales(300);
  const { id } = await books.deposit([SALE]);
  const payment = await books.payment({ amount: SALE.gross, customer: SALE.customer });
  const deciding = decide(ctx, new Set([id]), (_tx, apply) => apply());
  while (busyThreads() === 0) await turnOfTheLoop();
  await adminDb().ledgerPayment.updateMany({
    where: { companyId: books.companyId, id: payment.id },
    data: { state: "gone" },
  });
  expect(await deciding).toMatchObject([{ depositId: String(id), status: "pending", matches: [] }]);
  expect(await books.statusOf(id)).toBe("pending");
});

test("the engine stops when the client has gone, and the next one is served", async () => {
  await writeEqualSales(1_500);
  const { id } = await books.deposit([SALE]);
  await books.payment({ amount: SALE.gross, customer: SALE.customer });
  const client = new AbortController();
  const handler = await handlerOf("POST", "/api/qb/auto-match/");
  const answer = handler(
    new Request("http://localhost:3000/api/qb/auto-match/", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: books.token },
      body: JSON.stringify({ deposit_id: id }),
      signal: client.signal,
    }),
  );
  while (busyThreads() === 0) await turnOfTheLoop();
  client.abort();
  expect((await answer).status).toBe(499);
  expect(busyThreads()).toBe(0);
  expect(await books.statusOf(id)).toBe("pending");
  await ok("POST", "/qb/auto-match/", books.token, { deposit_id: id });
  expect(await books.statusOf(id)).toBe("matched");
});

test("a company has one thread at a time, so that another one is served meanwhile", async () => {
  const { open, opened } = gate();
  let running = 0;
  const job = async () => {
    running += 1;
    await opened;
    running -= 1;
  };
  const greedy = Array.from({ length: 10 }, () => withEngineThread(ctx, undefined, job));
  while (running === 0) await turnOfTheLoop();
  const other = await MatchingBooks.create();
  const { id } = await other.deposit([SALE]);
  await other.payment({ amount: SALE.gross, customer: SALE.customer });
  await ok("POST", "/qb/auto-match/", other.token, { deposit_id: id });
  expect(await other.statusOf(id)).toBe("matched");
  expect([running, busyThreads()]).toEqual([1, 1]);
  open();
  await Promise.all(greedy);
});
