import { runningBalance } from "@/server/providers/paypal/running-balance";
import { relationsOf, type Withdrawal, withdrawalsOf } from "@/server/providers/paypal/withdrawals";
import type { BalanceTransaction } from "@/server/providers/types";

type Given = Partial<BalanceTransaction> & { kind: string; amount: number };

/** Transactions of an account as PayPal would list them: balances are kept, moments are a minute apart. */
export class Account {
  readonly rows: BalanceTransaction[] = [];
  readonly balances = new Map<string, number>();
  #minute = 0;

  constructor(opening = 0, currency = "USD") {
    this.balances.set(currency, opening);
  }

  /** One that moved its balance. */
  add(given: Given): BalanceTransaction {
    const { amount, fee = 0, currency = "USD" } = given;
    const balance = (this.balances.get(currency) ?? 0) + amount + fee;
    this.balances.set(currency, balance);
    return this.note({ balance, ...given });
  }

  /** One that did not. */
  note(given: Given): BalanceTransaction {
    this.#minute += 1;
    const happenedAt = new Date(Date.UTC(2026, 10, 2, 9, this.#minute));
    const row: BalanceTransaction = {
      providerId: `P${this.rows.length + 1}`,
      status: "S",
      currency: "USD",
      fee: 0,
      balance: null,
      happenedAt,
      changedAt: given.happenedAt ?? happenedAt,
      reference: "",
      key: "",
      ...given,
    };
    row.key = [
      row.providerId,
      row.kind,
      row.happenedAt.toISOString(),
      row.currency,
      row.amount,
    ].join(" ");
    this.rows.push(row);
    return row;
  }

  sale(amount: number, fee = 0, more: Partial<BalanceTransaction> = {}) {
    return this.add({ kind: "T0006", amount, fee: -fee, ...more });
  }

  withdraw(amount: number, more: Partial<BalanceTransaction> = {}) {
    return this.add({ kind: "T0400", amount: -amount, ...more });
  }

  balance(currency = "USD", rows: readonly BalanceTransaction[] = this.rows) {
    const sorted = rows
      .filter((row) => row.currency === currency)
      .toSorted((a, b) => a.happenedAt.getTime() - b.happenedAt.getTime());
    return runningBalance(currency, sorted);
  }

  withdrawals(currency = "USD"): Withdrawal[] {
    const all = [...this.balances.keys()].map((each) => this.balance(each));
    const own = all.find((each) => each.currency === currency) ?? this.balance(currency);
    return withdrawalsOf(own, relationsOf(all.flatMap(({ moves }) => moves)));
  }
}

/** "whole P1 97.00" of each part. */
export function partsOf({ parts }: Withdrawal): [is: string, id: string, net: number][] {
  return parts.map(({ is, row, net }) => [is, row?.providerId ?? "", net]);
}
