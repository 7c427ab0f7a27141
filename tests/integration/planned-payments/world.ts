import { beforeAll, expect } from "vitest";
import { booksOf, injectFault } from "@/tests/support/emulators";
import { adminDb } from "../../support/admin-db";
import { ok } from "../../support/client";
import { eventually } from "../../support/eventually";
import { type Plan, planDeposit } from "../../support/planned";
import {
  control,
  emulators,
  inQuickBooks,
  syncBoth,
  theDeposit,
  token,
} from "../ledger-changes/world";

/** Each test says itself when the next attempt is due. */
export function attemptsAreSaid(): void {
  beforeAll(async () => {
    await adminDb().$executeRaw`CREATE FUNCTION far_away() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.next_attempt_at := '2099-01-01'; RETURN NEW; END $$`;
    await adminDb().$executeRaw`CREATE TRIGGER far_away BEFORE UPDATE ON postings FOR EACH ROW
    WHEN (OLD.state = 'sending' AND NEW.state = 'queued') EXECUTE FUNCTION far_away()`;
  });
}

export let depositId: number;
export let companyId: string;

/** A payout of three charges: Ann Baker's payment is in the books, those of Anna Li and Ben Ortiz are not. */
export async function planned(plans: Plan[] = [{ for: "Anna Li" }, { for: "Ben Ortiz" }]) {
  await control("/stripe/payouts", {
    charges: [
      { amount: 5_000, name: "Ann Baker" },
      { amount: 12_345, name: "Anna Li" },
      { amount: 7_700, name: "Ben Ortiz" },
    ],
  });
  await control("/quickbooks/payments", { amount: 5_000, customer: "Ann Baker" });
  await syncBoth();
  ({ id: depositId } = await theDeposit());
  ({ companyId } = await adminDb().deposit.findFirstOrThrow({ where: { id: depositId } }));
  return planDeposit(depositId, plans);
}

/** Starts the next attempt and waits for its end. */
export async function attempt(): Promise<void> {
  const before = await posting();
  await ok("POST", "/qb/retry-posting/", token, { deposit_id: depositId });
  await eventually(async () => {
    const { state, attempts } = await posting();
    expect(attempts).toBeGreaterThan(before.attempts);
    expect(state).not.toBe("sending");
  });
}

export const posting = () =>
  adminDb().posting.findFirstOrThrow({ where: { depositId }, orderBy: { createdAt: "desc" } });
export const rows = (state?: "open" | "planned") =>
  adminDb().ledgerPayment.count({ where: { companyId, ...(state && { state }) } });
export const undo = () => ok("POST", "/qb/undo/", token, { deposit_id: depositId });
export const rowOf = (id: number | undefined) =>
  adminDb().ledgerPayment.findFirstOrThrow({ where: { id: id ?? 0 }, include: { planned: true } });
export const fault = (path: string, kind: string, more: object = {}) =>
  injectFault(emulators, {
    provider: "quickbooks",
    match: { method: "POST", path },
    kind,
    ...more,
  });

export async function quickbooks() {
  const { payments, deposits } = await booksOf(emulators);
  const { QueryResponse } = await inQuickBooks("GET", "query?query=select * from Customer");
  const customers = (QueryResponse.Customer ?? []) as { DisplayName: string }[];
  return { payments, deposits, customers: customers.map(({ DisplayName }) => DisplayName) };
}

/** Everything exists once: three payments on one Deposit, one customer each. */
export async function demandPostedOnce(ids: number[]) {
  expect(await posting()).toMatchObject({ state: "posted", adopted: false, outcomeUnknown: false });
  const books = await quickbooks();
  expect(books.deposits).toHaveLength(1);
  expect(books.payments.map(({ amount, undeposited }) => [amount, undeposited])).toEqual(
    expect.arrayContaining([
      [5_000, false],
      [12_345, false],
      [7_700, false],
    ]),
  );
  expect(books.payments).toHaveLength(3);
  expect(books.customers.toSorted()).toEqual(["Ann Baker", "Anna Li", "Ben Ortiz"]);
  for (const id of ids) {
    const row = await rowOf(id);
    expect(row.state).toBe("deposited");
    expect(books.payments.map((payment) => payment.id)).toContain(row.providerId);
  }
  expect(await rows()).toBe(3);
}
