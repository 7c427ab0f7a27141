import { depositList } from "@/lib/contracts/deposits";
import { parseDecimal } from "@/lib/money";
import { type Account, callApi, emulated } from "./api";
import { expect } from "./fixtures";

/** In QuickBooks every posted payout is one Deposit of its amount, and no payment is on two. */
export async function expectBooks({ token }: Pick<Account, "token">): Promise<void> {
  const { deposits } = await callApi(depositList, { token });
  const books = await emulated();
  for (const deposit of deposits.filter(({ status }) => status === "posted")) {
    const held = books.deposits.filter(({ id }) => id === deposit.quickbook_id);
    const amount = parseDecimal(deposit.total_amt, deposit.currency);
    expect(
      held.map(({ total, currency }) => [total, currency]),
      deposit.source_id,
    ).toEqual([[Math.max(0, amount), deposit.currency]]);
    expect(held[0]?.sum_of_lines).toBe(held[0]?.total);
  }
  const ids = deposits.map(({ quickbook_id }) => quickbook_id).filter((id) => id !== "");
  expect(ids.length, "posted").toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
  const linked = books.deposits.flatMap((deposit) =>
    deposit.lines.flatMap((line) =>
      line.linked ? `${line.linked.TxnType} ${line.linked.TxnId}` : [],
    ),
  );
  expect(new Set(linked).size).toBe(linked.length);
}
