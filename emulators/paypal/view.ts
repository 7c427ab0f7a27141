import { chain } from "./book";
import type { PayPalRow, PayPalState } from "./state";
import { utc } from "./times";

/** A row for the control address: times in UTC, amounts in minor units. */
export function rowView({ at, updated, moved, late, ...row }: PayPalRow) {
  return { ...row, at: utc(at), updated: utc(updated), moves: moved !== null, late: late === true };
}

/** The account for `GET /state`: each withdrawal with what the bank receives, and every row with the balance after it. */
export function payPalView(account: PayPalState, notes: Record<string, string>) {
  const entries = chain(account);
  const withdrawals = entries.filter(({ row }) => row.code.startsWith("T04"));
  return {
    primary: account.primary,
    withdrawals: withdrawals.map(({ row, balance }) => ({
      id: row.id,
      at: utc(row.at),
      status: row.status,
      currency: row.currency,
      /** What the bank receives, also of an instant withdrawal. */
      net: -row.amount,
      fee: row.fee ?? 0,
      bank_reference: row.bankReference ?? null,
      balance_after: balance,
      returned:
        account.rows.find(({ code, reference }) => code === "T1101" && reference?.id === row.id)
          ?.id ?? null,
      about: notes[row.id] ?? null,
    })),
    rows: entries.map(({ row, balance }) => ({ ...rowView(row), balance })),
  };
}
