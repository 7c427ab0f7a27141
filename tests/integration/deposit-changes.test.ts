import { beforeEach, describe, expect, test } from "vitest";
import { delay } from "@/lib/delay";
import { systemContext } from "@/server/platform/company-id";
import { db, type Tx } from "@/server/platform/db";
import { call, ok } from "../support/client";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";
import { seedApiToken } from "../support/members";

const LONG_AGO = "2020-01-01T00:00:00Z";

interface Told {
  id: number;
  updated_at: string;
  deleted_at: string | null;
}

let mine: FullLedger;
/** Of a program. */
let token: string;

beforeEach(async () => {
  mine = await seedFullLedger();
  ({ token } = await seedApiToken(mine.companyId, mine, "bookkeeper"));
});

const list = (query: string, by = token) => ok("GET", `/qb/deposit-status/?${query}`, by);
const since = (instant: string, by?: string) => list(`updated_since=${instant}`, by);
const idsOf = ({ deposits }: { deposits: Told[] }) => deposits.map(({ id }) => id);

/** Just after all that has changed until now. */
async function untilNow(): Promise<string> {
  const [last] = (await list("sort=-updated&page_size=1")).deposits;
  return new Date(Date.parse(last.updated_at) + 1).toISOString();
}

/** As the product writes: with its rights, in the company's scope. */
const change = (work: (tx: Tx) => Promise<unknown>) =>
  db(systemContext(mine.companyId)).$transaction(work);

type Where = { companyId: string; depositId: number };

const CHANGES: Record<string, (tx: Tx, where: Where) => Promise<unknown>> = {
  "its own row": (tx, { companyId, depositId: id }) =>
    tx.$executeRaw`UPDATE deposits SET description = 'Changed' WHERE company_id = ${companyId}::uuid AND id = ${id}`,
  "a line": (tx, where) => tx.depositLine.updateMany({ where, data: { description: "Changed" } }),
  "a match": (tx, where) => tx.match.updateMany({ where, data: { probability: 0.5 } }),
  "a match that is gone": (tx, where) => tx.match.deleteMany({ where }),
  "a posting": (tx, { companyId, depositId }) =>
    tx.posting.create({ data: { companyId, depositId, state: "failed" } }),
  "an adjustment": async (tx, where) => {
    const match = await tx.match.findFirstOrThrow({ where });
    const account = { accountId: "7", accountName: "Rounding", description: "" };
    const sum = { amount: 1n, currency: "USD" };
    await tx.depositAdjustment.create({
      data: { ...where, matchId: match.id, ...sum, ...account },
    });
  },
  "a payment to be created": async (tx, where) => {
    const { id } = await tx.ledgerPayment.findFirstOrThrow({
      where: { companyId: where.companyId, planned: null },
    });
    await tx.plannedPayment.create({ data: { ...where, paymentId: id } });
  },
  "a Deposit that may be it": async (tx, where) => {
    const { integrationId } = await tx.ledgerPayment.findFirstOrThrow({
      where: { companyId: where.companyId },
    });
    const found = { quickbooksDepositId: "88", txnDate: new Date(), amount: 1n, currency: "USD" };
    await tx.existingDeposit.create({ data: { ...where, integrationId, ...found } });
  },
  "a question": async (tx, where) => {
    const [line] = await tx.depositLine.findMany({ where });
    const asked = { email: "a@example.com", question: "?", expiresAt: new Date() };
    await tx.lineQuestion.create({
      data: { ...where, lineId: line?.id ?? 0, ...asked, state: "revoked", closedAt: new Date() },
    });
  },
};

describe("a deposit is told of", () => {
  test.each(Object.keys(CHANGES))("once after a change of %s", async (kind) => {
    const depositId = mine.depositIds.suggested;
    const start = await untilNow();
    await change(
      (tx) => CHANGES[kind]?.(tx, { companyId: mine.companyId, depositId }) ?? Promise.reject(),
    );
    const answer = await since(start);
    expect(idsOf(answer)).toEqual([depositId]);
    const detail = await ok("GET", `/qb/deposit/?deposit_id=${depositId}`, token);
    expect(detail.deposit.updated_at).toBe(answer.deposits[0].updated_at);
    const stranger = await seedFullLedger();
    const others = await since(LONG_AGO, await stranger.signIn());
    expect(idsOf(others).toSorted()).toEqual(Object.values(stranger.depositIds).toSorted());
  });

  test("not after a heartbeat, or a look that found nothing", async () => {
    const { companyId } = mine;
    await change((tx) =>
      tx.posting.create({ data: { companyId, depositId: mine.depositIds.suggested } }),
    );
    const start = await untilNow();
    await change((tx) => tx.posting.updateMany({ data: { heartbeatAt: new Date() } }));
    await change((tx) => tx.deposit.updateMany({ data: { linesCheckedAt: new Date() } }));
    expect(idsOf(await since(start))).toEqual([]);
  });

  test("when a match moves to it, and so is the one that it leaves", async () => {
    const { pending, suggested } = mine.depositIds;
    const start = await untilNow();
    await change((tx) =>
      tx.match.updateMany({ where: { depositId: suggested }, data: { depositId: pending } }),
    );
    expect(idsOf(await since(start)).toSorted()).toEqual([pending, suggested].toSorted());
  });

  test("when it is deleted, with the time of it", async () => {
    const { pending } = mine.depositIds;
    const start = await untilNow();
    await ok("POST", "/qb/delete-deposit/", token, { deposit_id: pending });
    const { deposits } = await since(start);
    expect(deposits).toMatchObject([{ id: pending, deleted_at: expect.stringMatching(/Z$/) }]);
    expect(idsOf(await list("page=1"))).not.toContain(pending);
  });
});

describe("the time to ask with next", () => {
  test("is before the beginning of a change that commits late, and of no other company's", async () => {
    const { companyId } = mine;
    const other = await seedFullLedger();
    const otherToken = await other.signIn();
    const { pending } = mine.depositIds;
    const start = await untilNow();
    let early = { until: "", ofOther: "" };
    let began = "";
    await change(async (tx) => {
      await tx.depositLine.updateMany({
        where: { companyId, depositId: pending },
        data: { description: "Late" },
      });
      began = new Date().toISOString();
      // Longer than what is taken off anyway.
      await delay(2_500);
      const answer = await since(start);
      expect(idsOf(answer)).toEqual([]);
      early = {
        until: answer.updated_until,
        ofOther: (await since(start, otherToken)).updated_until,
      };
    });
    expect(early.until < began).toBe(true);
    expect(early.ofOther > began).toBe(true);
    expect(idsOf(await since(early.until))).toContain(pending);
  });

  test("is that of the first page on all of them, and a change meanwhile moves nothing past a page", async () => {
    const { pending } = mine.depositIds;
    const { companyId } = mine;
    await change(
      (tx) => CHANGES.posting?.(tx, { companyId, depositId: pending }) ?? Promise.resolve(),
    );
    for (const filter of ["", `&q=${mine.marker}`]) {
      const seen: number[] = [];
      const untils = new Set<string>();
      let next: string | null = `updated_since=${LONG_AGO}&page_size=1${filter}`;
      while (next !== null) {
        const page: { deposits: Told[]; next: string | null; updated_until: string } =
          await list(next);
        seen.push(...idsOf(page));
        untils.add(page.updated_until);
        next = page.next;
        if (seen.length !== 1) continue;
        await change((tx) =>
          tx.match.updateMany({
            where: { companyId, depositId: seen[0] ?? 0 },
            data: { probability: 0.4 },
          }),
        );
      }
      const [first] = seen;
      expect(seen.at(-1)).toBe(first);
      expect(seen.slice(1).toSorted()).toEqual(Object.values(mine.depositIds).toSorted());
      expect(untils.size).toBe(1);
    }
  });
});

test("pages in any other order say the next one too; a cursor alone says nothing", async () => {
  const first = await list("page_size=3&status=all");
  expect(first).toMatchObject({ next: "status=all&page_size=3&page=2", updated_until: null });
  const second = await list(first.next);
  expect(second.next).toBeNull();
  expect([...idsOf(first), ...idsOf(second)]).toHaveLength(4);
  expect((await list("")).next).toBeNull();
  const cursor = `${new Date().toISOString()}_1_${new Date().toISOString()}`;
  for (const query of [
    `after=${cursor}`,
    `updated_since=${LONG_AGO}&page=1&after=${cursor}`,
    "updated_since=0000-01-01T00:00:00Z",
  ]) {
    const refused = await call("GET", `/qb/deposit-status/?${query}`, { token });
    expect(refused.body).toMatchObject({ code: "invalid_input" });
  }
});
