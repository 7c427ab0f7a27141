import { describe, expect, test } from "vitest";
import { booksOf, createSale, injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

// Today is 2 November 2026: the sale reaches the bank on the 3rd.
eachInACompanyOfItsOwn();

const CLOSED =
  "The books are closed through November 5, 2026: post with the date November 6, 2026, or ask your accountant.";
const close = (closedUntil: string | null, more: object = {}) =>
  control("/quickbooks/company", { closedUntil, ...more });

async function matchedSale() {
  await createSale(emulators, 5_000, "Ann Baker");
  await syncBoth();
  const deposit = await theDeposit();
  if (deposit.status === "suggested") {
    await ok("POST", "/qb/confirm-match/", token, { deposit_id: deposit.id });
    await settled(token);
  }
  return theDeposit();
}

async function openDay(id: number, on: boolean) {
  const { message } = await ok("POST", "/qb/post-on-open-day/", token, { deposit_id: id, on });
  await settled(token);
  return message;
}

async function depositRequests(): Promise<unknown[]> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(
    ({ method, path }: Record<string, string>) => method === "POST" && path?.endsWith("/deposit"),
  );
}

async function bookedDates(): Promise<string[]> {
  const { QueryResponse } = await inQuickBooks("GET", "query?query=select * from Deposit");
  return (QueryResponse.Deposit ?? []).map(({ TxnDate }: { TxnDate: string }) => TxnDate);
}

describe("a deposit in a closed period", () => {
  test("is not sent, says until when, and is posted on the first open day at a click", async () => {
    await close("2026-11-05");
    const deposit = await matchedSale();
    expect(deposit.posting).toMatchObject({ state: "blocked", message: CLOSED });
    expect(deposit.reason).toMatchObject({ action: "post_on_open_day", text: CLOSED });
    expect(await depositRequests()).toEqual([]);

    expect(await openDay(deposit.id, true)).toBe("Dated November 6, 2026 in QuickBooks");
    expect(await theDeposit()).toMatchObject({ status: "posted", txn_date: "2026-11-03" });
    expect(await bookedDates()).toEqual(["2026-11-06"]);
    expect(await detailOf(deposit.id)).toMatchObject({ earliest_date: "2026-11-06" });
    const back = await call("POST", "/qb/post-on-open-day/", {
      token,
      body: { deposit_id: deposit.id, on: false },
    });
    expect(back.status).toBe(409);
  });

  test("is posted with all others that wait for the same", async () => {
    const none = await call("POST", "/qb/post-all-on-open-day/", { token });
    expect([none.status, none.body.message]).toEqual([
      409,
      "The books are open in QuickBooks. Retry posts it on its own day.",
    ]);
    await close("2026-11-05");
    await createSale(emulators, 7_000, "Cleo Marsh");
    await createSale(emulators, 5_000, "Ann Baker");
    await syncBoth();
    const { deposits } = await ok("GET", "/qb/deposit-status/", token);
    for (const { id, status } of deposits) {
      if (status === "suggested") {
        await ok("POST", "/qb/confirm-match/", token, { deposit_id: id });
      }
    }
    await settled(token);
    expect(await ok("POST", "/qb/post-all-on-open-day/", token)).toEqual({
      message: "2 deposits dated November 6, 2026 in QuickBooks",
      count: 2,
    });
    await settled(token);
    expect(await bookedDates()).toEqual(["2026-11-06", "2026-11-06"]);
    const history = await adminDb().auditEvent.findMany({
      where: { action: "deposit.open_day_chosen", requestId: { not: "" } },
      orderBy: { id: "desc" },
      take: 2,
    });
    expect(history.map(({ role, data }) => [role, data])).toEqual([
      ["owner", { message: "November 6, 2026" }],
      ["owner", { message: "November 6, 2026" }],
    ]);
    const again = await call("POST", "/qb/post-all-on-open-day/", { token });
    expect([again.status, again.body.message]).toEqual([
      409,
      "No deposits are waiting for the books to reopen.",
    ]);
  });

  test("gets its own day back before it is posted, and is posted once the books are reopened", async () => {
    await close("2026-11-05");
    const { id } = await matchedSale();
    // QuickBooks refuses it for another reason, so that there is time to change the choice.
    await injectFault(emulators, {
      ...{ provider: "quickbooks", match: { method: "POST", path: "/deposit" } },
      ...{ kind: "status", status: 400, code: "6000" },
    });
    await openDay(id, true);
    expect((await theDeposit()).posting.state).toBe("failed");
    expect(await openDay(id, false)).toBe("Date set back to the payout's");
    expect(await detailOf(id)).toMatchObject({ earliest_date: null });
    expect((await theDeposit()).posting.message).toBe(CLOSED);

    await close(null);
    await ok("POST", "/qb/sync-payments/", token);
    await settled(token);
    expect(await theDeposit()).toMatchObject({ status: "posted" });
    expect(await bookedDates()).toEqual(["2026-11-03"]);
  });

  test.each(["6210", "5010"] as const)(
    "that was closed after the last sync is refused with %s, and waits all the same",
    async (closedCode) => {
      const settings = await ok("GET", "/settings/company/", token);
      await ok("PUT", "/settings/company/", token, { ...settings, auto_match: false });
      await createSale(emulators, 5_000, "Ann Baker");
      await syncBoth();
      const { id } = await theDeposit();
      await close("2026-11-05", { closedCode });
      await ok("POST", "/qb/auto-match/", token, { deposit_id: id });
      if ((await theDeposit()).status === "suggested") {
        await ok("POST", "/qb/confirm-match/", token, { deposit_id: id });
      }
      await settled(token);
      expect((await theDeposit()).posting).toMatchObject({ state: "blocked", message: CLOSED });
      expect(await depositRequests()).toHaveLength(1);
      expect(await adminDb().posting.findFirstOrThrow({ where: { depositId: id } })).toMatchObject({
        ...{ outcomeUnknown: false, refusals: 1 },
      });
      await openDay(id, true);
      expect(await theDeposit()).toMatchObject({ status: "posted" });
      expect((await booksOf(emulators)).deposits).toHaveLength(1);
    },
  );

  test("stays when its match is undone, and the answer says why", async () => {
    const { id, status } = await matchedSale();
    expect(status).toBe("posted");
    await close("2026-11-05");
    const { status: refused, body } = await call("POST", "/qb/undo/", {
      token,
      body: { deposit_id: id },
    });
    expect(refused).toBe(502);
    expect(body.message).toContain(
      "The books are closed for this date in QuickBooks. Reopen them there, or ask your accountant. QuickBooks said: “The account period has closed",
    );
    expect((await booksOf(emulators)).deposits).toHaveLength(1);
  });
});

test("no open day is chosen while the books are open", async () => {
  const { id } = await matchedSale();
  const { status, body } = await call("POST", "/qb/post-on-open-day/", {
    token,
    body: { deposit_id: id, on: true },
  });
  expect([status, body.message]).toEqual([
    409,
    "The books are open in QuickBooks. Retry posts it on its own day.",
  ]);
});
