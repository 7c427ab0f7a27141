import { expect, test } from "vitest";
import { HISTORY_WEEKS } from "@/emulators/sample/hand-made-history";
import { isBankDay } from "@/lib/bank-days";
import type { Deposit } from "@/lib/contracts/deposits";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { chooseForeignBanks, signUp } from "../support/company";
import { settled } from "../support/worker";
import { inWorld } from "../support/world";
import { BY_HAND, emulators, expectCleared, inBritain } from "./british-sample/world";

inBritain();

test("the British sample is posted but for what its closed books refuse", async () => {
  const { token } = await inWorld("british", emulators);
  await chooseForeignBanks(token);
  await settled(token);
  const { deposits } = (await ok("GET", "/qb/deposit-status/", token)) as { deposits: Deposit[] };
  // Connected by a restricted key, which has no name; Stripe Billing's numbers are on its lines.
  const { integrations } = await ok("GET", "/user/integrations/", token);
  expect(integrations[0].display_name).toMatch(/^acct_/);
  const lines = await adminDb().depositLine.findMany({ select: { numbers: true } });
  const invoiced = lines.filter(({ numbers }) => JSON.stringify(numbers).includes('"INV-'));
  expect(invoiced.length).toBeGreaterThan(20);

  expect(expectCleared(deposits)).toBeGreaterThan(2);
  const inState = (state: string) => deposits.filter(({ posting }) => posting?.state === state);
  expect(inState("failed").map(({ posting }) => posting?.message)).toEqual([]);
  // The negative payout waits for a clearing account, as in any company.
  const waiting = inState("blocked").filter(({ total_amt }) => Number(total_amt) > 0);
  expect(waiting.map(({ posting }) => posting?.message)).toEqual(
    waiting.map(() =>
      expect.stringMatching(
        /^The books are closed through \d+ \w+ \d{4}: post with the date 1 \w+ /,
      ),
    ),
  );
  const thisMonth = new Date().toISOString().slice(0, 7);
  expect(waiting.length).toBeGreaterThan(5);
  expect(waiting.every(({ txn_date }) => txn_date < `${thisMonth}-01`)).toBe(true);
  const { runs } = await ok("GET", "/sync-runs/", token);
  expect(runs.map(({ message }: { message: string }) => message).join()).toMatch(
    /\d+ are in Stripe Clearing/,
  );

  // What waits goes on at a click.
  const [{ id = 0 } = {}] = waiting;
  await ok("POST", "/qb/post-on-open-day/", token, { deposit_id: id, on: true });
  await settled(token);
  expect((await ok("GET", `/qb/deposit/?deposit_id=${id}`, token)).deposit.status).toBe("posted");
});

test("its payouts that were deposited by hand are linked, suggested, or said to be in the bank", async () => {
  const { token } = await inWorld("british", emulators);
  const { deposits } = (await ok("GET", "/qb/deposit-status/", token)) as { deposits: Deposit[] };
  const adopted = deposits.filter(({ posting }) => posting?.adopted);
  const notes = new Map((await booksOf(emulators)).deposits.map(({ id, note }) => [id, note]));
  const linked = adopted.filter(({ quickbook_id }) => BY_HAND.has(notes.get(quickbook_id) ?? ""));
  // But for two pairs with the same sums, a mistyped fee, and the payments that went straight to the bank.
  expect(linked).toHaveLength(HISTORY_WEEKS - 6);
  const { existing } = await ok("GET", "/qb/existing-deposits/", token);
  const suggested = existing.filter((each: { existing: { note: string } }) =>
    BY_HAND.has(each.existing.note),
  );
  expect(suggested).toHaveLength(5);
  const inBank = deposits.filter(({ reason }) => reason?.code === "in_bank");
  expect(inBank).toMatchObject([
    { status: "pending", reason: { text: expect.stringMatching(/^These 2 payments are in /) } },
  ]);

  // What a user says of the rest, and nothing of it is posted.
  const before = (await booksOf(emulators)).deposits.length;
  for (const each of suggested) {
    await ok("POST", "/qb/link-existing/", token, {
      ...{ deposit_id: each.deposit_id, existing_id: each.existing.Id },
    });
  }
  await ok("POST", "/qb/put-aside/", token, { deposit_ids: inBank.map(({ id }) => id) });
  await settled(token);
  expect((await booksOf(emulators)).deposits.length).toBe(before);
  const after = (await ok("GET", "/qb/deposit-status/?posted=already", token)).deposits;
  expect(after).toHaveLength(adopted.length + 6);
});

test("its Authorize.Net account has days to the bank and a returned eCheck", async () => {
  const { token } = await signUp();
  const { authorizenetLoginId, authorizenetTransactionKey } = emulators.credentials;
  await ok("POST", "/authorize/connect/", token, {
    ...{ login_id: authorizenetLoginId, transcation_key: authorizenetTransactionKey },
  });
  await settled(token);
  const settings = { discount_percent: "1.4", discount_fixed: "0.20", discount_timing: "monthly" };
  await ok("PUT", "/authorize/settings/", token, { ...settings, card_days: 2, echeck_days: 7 });
  const { deposits } = (await ok("GET", "/qb/deposit-status/", token)) as { deposits: Deposit[] };
  expect(deposits.every(({ txn_date }) => isBankDay(txn_date))).toBe(true);
  expect(deposits.every(({ currency }) => currency === "GBP")).toBe(true);
  const issues = deposits.map(({ payout_issue }) => payout_issue).filter(Boolean);
  expect(issues).toEqual([expect.stringMatching(/^Payments of [\d.]+ GBP .* were returned/)]);
});
