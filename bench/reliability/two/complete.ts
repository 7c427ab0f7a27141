import type { Sandbox } from "@/emulators/start";
import { adminDb } from "@/tests/support/admin-db";
import { booksOf, control } from "@/tests/support/sandbox";
import { caller, connectCompany } from "./api";
import { depositOf, everywhere, untilPosted, untilSynced } from "./race";

export interface CompletedRound {
  payout: string;
  /** Counts that should all be one: what was planned, and what QuickBooks got of it. */
  planned: number;
  receipts: number;
  customers: number;
  inQuickBooks: number;
  /** Deposits and receipts after the undo: none. */
  left: number;
}

/**
 * One sale per round that the books lack. All instances are asked at the same moment to plan its receipt, to post it,
 * and to undo that.
 */
export async function raceToComplete(
  urls: readonly string[],
  sandbox: Sandbox,
  rounds: number,
): Promise<CompletedRound[]> {
  const token = await connectCompany(urls[0] ?? "", sandbox);
  const calls = urls.map((url) => caller(url, token));
  const results: CompletedRound[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const amount = 20_000 + number * 37;
    const name = `Newcomer ${number}`;
    await untilSynced();
    const made = await control(sandbox, "/stripe/payouts", { charges: [{ amount, name }] });
    const payout: string = made.payout.id;
    await everywhere(calls, (call) => call("POST", "/stripe/save-payouts/"));
    await untilSynced();
    const deposit_id = await depositOf(payout);
    const line = await adminDb().depositLine.findFirstOrThrow({
      where: { depositId: deposit_id, kind: "charge" },
    });
    const customer = { Id: null, name };
    const receipt = { customer, item_id: "1", date: line.date.toISOString().slice(0, 10) };
    const body = { deposit_id, line_ids: [line.id], receipt };
    await everywhere(calls, (call) => call("POST", "/qb/plan-receipt/", body));
    await everywhere(calls, (call) => call("POST", "/qb/retry-posting/", { deposit_id }));
    await untilPosted(deposit_id);
    const books = await booksOf(sandbox);
    const counts = {
      planned: await adminDb().plannedPayment.count({ where: { depositId: deposit_id } }),
      receipts: books.payments.filter((payment) => payment.amount === amount).length,
      customers: await adminDb().plannedPayment.count({
        where: { depositId: deposit_id, createdCustomerId: { not: null } },
      }),
      inQuickBooks: books.deposits.filter(({ note }) => note.includes(payout)).length,
    };
    await everywhere(calls, (call) => call("POST", "/qb/undo/", { deposit_id }));
    const after = await booksOf(sandbox);
    const left =
      after.deposits.filter(({ note }) => note.includes(payout)).length +
      after.payments.filter((payment) => payment.amount === amount).length;
    results.push({ payout, ...counts, left });
  }
  return results;
}

export const isCompletedOnce = (round: CompletedRound): boolean =>
  [round.planned, round.receipts, round.customers, round.inQuickBooks].every(
    (count) => count === 1,
  ) && round.left === 0;
