import { addDays } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import type { PayPalRow, PayPalState } from "../../paypal/state";
import type { Withdrawal } from "./account";
import { BANK, type Bookkeeper, type Kept } from "./bookkeeper";
import type { Due } from "./books";
import { DOLLARS } from "./organisation";
import { BY_HAND } from "./sales";

/** How a transfer to the bank and PayPal's fees were entered. None names PayPal's transaction. */
const WAYS = {
  tidy: "entered by hand: a transfer, and its fees as money spent",
  reference: "entered by hand, with what the bank statement shows",
  late: "entered by hand, two days later",
  carried: "entered by hand; its fees follow with the next",
  mistyped: "entered by hand; its fees were typed wrong",
  received: "entered by hand as money received on the bank account",
  forgotten: "never entered, in a month that is locked",
} as const;
type Way = keyof typeof WAYS;

const ORDINARY: readonly Way[] = ["tidy", "reference", "late", "carried"];
const SPECIAL: Record<number, Way> = { 6: "mistyped", 10: "received", 12: "forgotten" };
const MISTYPED = 900;

/** The transfers of the first weeks, as a bookkeeper entered them. @returns what is special about each, by its id */
export function historyDue(
  { rows }: PayPalState,
  withdrawals: readonly Withdrawal[],
  keeper: Bookkeeper,
): { due: Due[]; notes: Record<string, string> } {
  const notes: Record<string, string> = {};
  const due: Due[] = [];
  let carried = 0;
  for (const { row, day, week } of withdrawals.filter((each) => each.week < BY_HAND)) {
    const currency: Kept = row.currency === "USD" ? "USD" : "NZD";
    const way: Way =
      currency === "USD" ? "tidy" : (SPECIAL[week] ?? ORDINARY[week % ORDINARY.length] ?? "tidy");
    notes[row.id] = WAYS[way];
    if (way === "forgotten") continue;
    const date = addDays(day, way === "late" ? 2 : 0);
    const amount = -row.amount;
    if (way === "received") {
      const about = { account: "Sales", description: "PAYPAL NEW ZEALAND", bank: BANK };
      const entry = { ...about, date, amount, currency, contact: "PayPal" };
      due.push({ date, enter: () => keeper.receive(entry) });
      continue;
    }
    const reference = way === "reference" ? row.bankReference : "PayPal transfer";
    const to = currency === "USD" ? DOLLARS : BANK;
    due.push({ date, enter: () => keeper.transfer({ date, amount, currency, reference }, to) });
    const own = feesUpTo(rows, row, withdrawals);
    const fees = own + (currency === "NZD" ? carried : 0) + (way === "mistyped" ? MISTYPED : 0);
    if (currency === "NZD") carried = way === "carried" ? fees : 0;
    if (way === "carried") continue;
    const about = { contact: "PayPal", account: "PayPal Fees", description: "PayPal fees" };
    due.push({ date, enter: () => keeper.spend({ ...about, date, amount: fees, currency }) });
  }
  return { due, notes };
}

/** What PayPal took of the sales since the withdrawal before, in the same currency. */
function feesUpTo(
  rows: readonly PayPalRow[],
  { at, currency }: PayPalRow,
  withdrawals: readonly Withdrawal[],
): number {
  const earlier = withdrawals.filter(({ row }) => row.currency === currency && row.at < at);
  const since = earlier.at(-1)?.row.at ?? 0;
  const between = rows.filter(
    (row) => row.currency === currency && row.at > since && row.at < at && row.moved !== null,
  );
  return sumMinor(between.map(({ fee = 0 }) => -fee));
}
