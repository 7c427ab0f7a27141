import { describe, expect, test } from "vitest";
import { clearFaults } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { IS_EXHAUSTIVE } from "../support/exhaustive";
import {
  detailOf,
  eachInACompanyOfItsOwn,
  emulators,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";
import {
  attempt,
  attemptsAreSaid,
  demandPostedOnce,
  depositId,
  fault,
  planned,
  posting,
  quickbooks,
  rowOf,
  undo,
} from "./planned-payments/world";

eachInACompanyOfItsOwn();
attemptsAreSaid();

/** The deletions of an undo, in their order; `skip` as many pass before. */
const STEPS = [
  { step: "the Deposit", path: "/\\/deposit\\?.*operation=delete/", skip: 0, left: 2 },
  { step: "the newest receipt", path: "/\\/salesreceipt\\?.*operation=delete/", skip: 0, left: 2 },
  { step: "the other receipt", path: "/\\/salesreceipt\\?.*operation=delete/", skip: 1, left: 1 },
] as const;
type Step = (typeof STEPS)[number];

/** The others are in the fault matrix. */
const FAULTS = [{ kind: "status", status: 400 }, { kind: "cut" }, { kind: "cut_after" }] as const;

const ALL = STEPS.flatMap((step) => FAULTS.map((failure) => ({ ...step, failure })));
/** Each step and each failure once; all pairs in the exhaustive run. */
const CASES = IS_EXHAUSTIVE
  ? ALL
  : STEPS.flatMap((step, index) => {
      const failure = FAULTS[index % FAULTS.length];
      return failure ? [{ ...step, failure }] : [];
    });
const name = ({ step, failure }: (typeof CASES)[number]) =>
  `${step}: ${Object.values(failure).join(" ")}`;

async function refuse({ path, skip }: Step, { kind, ...more }: (typeof FAULTS)[number]) {
  await fault(path, kind, { ...more, skip, times: 6 });
  const answer = await call("POST", "/qb/undo/", { token, body: { deposit_id: depositId } });
  await clearFaults(emulators);
  return answer;
}

async function demandUndone() {
  expect((await theDeposit()).status).not.toMatch(/matched|posted/);
  const { deposits, payments } = await quickbooks();
  expect(deposits).toEqual([]);
  expect(payments.map(({ amount }) => amount)).toEqual([5_000]);
  expect((await posting()).state).toBe("undone");
}

describe("an undo that fails partway says what is left, and goes on", () => {
  test.each(CASES.map((each) => [name(each), each] as const))("%s", async (_, each) => {
    const ids = await planned();
    await attempt();
    const answer = await refuse(each, each.failure);
    const { state, errorCode, message } = await posting();
    if (each.step === "the Deposit") {
      // Nothing is known to be deleted: nothing has changed here.
      expect(answer.status).toBe(502);
      expect(state).toBe("posted");
    } else {
      expect(answer.status).toBe(502);
      expect([state, errorCode]).toEqual(["failed", "undo_stopped"]);
      const left = (await Promise.all(ids.map((id) => rowOf(id)))).filter(
        (row) => row.state === "open",
      );
      expect(left).toHaveLength(each.left);
      for (const { providerId } of left) expect(message).toContain(providerId);
      expect(message).toContain("still in QuickBooks");
      expect(answer.body.message).toContain(message);
      const { deposit } = await detailOf(depositId);
      expect(deposit).toMatchObject({ status: "matched" });
      expect((await quickbooks()).deposits).toEqual([]);
    }
    expect((await undo()).message).toBe(
      "Match undone. The customers Anna Li and Ben Ortiz stay in QuickBooks.",
    );
    await demandUndone();
    expect(await Promise.all(ids.map(async (id) => (await rowOf(id)).state))).toEqual([
      "gone",
      "gone",
    ]);
  });
});

describe("after an undo that failed partway, Retry posts everything once more", () => {
  const after = (IS_EXHAUSTIVE ? ALL : ALL.slice(4, 7)).filter(
    ({ step, failure }) => step !== "the Deposit" && failure.kind !== "cut_after",
  );
  test.each(after.map((each) => [name(each), each] as const))("%s", async (_, each) => {
    const ids = await planned();
    await attempt();
    await refuse(each, each.failure);
    await attempt();
    await demandPostedOnce(ids);
    // It is an ordinary posting: it can be undone.
    await undo();
    await demandUndone();
  });
});

test("a sync between the steps of an undo leaves them to the user", async () => {
  await planned();
  await attempt();
  await refuse(STEPS[2], { kind: "cut" });
  await syncBoth();
  expect((await theDeposit()).status).toBe("matched");
  expect(await posting()).toMatchObject({ state: "failed", errorCode: "undo_stopped" });
  await undo();
  await demandUndone();
});

describe("a deposit is not deleted as long as QuickBooks may hold a part of it", () => {
  const remove = () =>
    call("POST", "/qb/delete-deposit/", { token, body: { deposit_id: depositId } });
  const REFUSED =
    "Part of this deposit is in QuickBooks, or may be. Undo the match first: that removes it there.";

  test.each(["/salesreceipt", "/deposit"])("the answer of %s was lost", async (path) => {
    await planned();
    await fault(path, "cut_after");
    await attempt();
    expect(await remove()).toMatchObject({ status: 409, body: { message: REFUSED } });
    await undo();
    expect((await remove()).status).toBe(200);
    const { deposits, payments } = await quickbooks();
    expect(deposits).toEqual([]);
    expect(payments.map(({ amount }) => amount)).toEqual([5_000]);
    expect(await adminDb().ledgerPayment.count({ where: { state: "planned" } })).toBe(0);
  });

  test("a receipt was created, the Deposit was not", async () => {
    await planned([{ for: "Anna Li" }, { for: "Ben Ortiz", itemId: "99" }]);
    await attempt();
    expect(await remove()).toMatchObject({ status: 409, body: { message: REFUSED } });
  });

  test("what was only planned goes with it", async () => {
    const ids = await planned();
    expect((await remove()).status).toBe(200);
    expect(await adminDb().ledgerPayment.count({ where: { id: { in: ids } } })).toBe(0);
    await ok("POST", "/qb/restore-deposit/", token, { deposit_id: depositId });
  });
});
