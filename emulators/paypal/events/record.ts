import { z } from "zod";
import type { PayPalRow, PayPalState } from "../state";
import {
  decide,
  decisionInput,
  dispute,
  disputeInput,
  hold,
  holdInput,
  release,
  releaseInput,
} from "./holds";
import {
  bankTransferInput,
  conversionInput,
  convert,
  enterFee,
  enterOther,
  enterRow,
  feeInput,
  otherInput,
  payIn,
  rowInput,
  send,
  sentInput,
} from "./other";
import {
  authorizationInput,
  authorize,
  complete,
  completionInput,
  display,
  displayInput,
  enterRefund,
  enterSale,
  refundInput,
  saleInput,
} from "./sales";
import {
  returnInput,
  returnWithdrawal,
  settlementInput,
  settleWithdrawal,
  withdraw,
  withdrawalInput,
} from "./withdrawals";

export const eventInput = z.discriminatedUnion("type", [
  saleInput,
  completionInput,
  refundInput,
  authorizationInput,
  displayInput,
  holdInput,
  releaseInput,
  disputeInput,
  decisionInput,
  feeInput,
  conversionInput,
  sentInput,
  bankTransferInput,
  otherInput,
  rowInput,
  withdrawalInput,
  settlementInput,
  returnInput,
]);
export type PayPalEvent = z.input<typeof eventInput>;

type ReadEvent = z.output<typeof eventInput>;

/** Writes the rows of one event, as the control address and the sample do. @throws Error for an unknown transaction */
export function recordEvent(account: PayPalState, event: PayPalEvent): PayPalRow[] {
  return record(account, eventInput.parse(event), 0);
}

/** As {@link recordEvent}, of an event that has been read; what says no time happens after all others, or at `earliest`. */
export function record(account: PayPalState, event: ReadEvent, earliest: number): PayPalRow[] {
  const before = account.rows.length;
  const rows = written(account, { ...event, at: event.at ?? usualTime(account, event, earliest) });
  if (event.late) for (const row of account.rows.slice(before)) row.late = true;
  return rows;
}

/** A conversion is of the same second as its sale; everything else comes a minute after the newest row. */
function usualTime(account: PayPalState, event: ReadEvent, earliest: number): number {
  const sale = event.type === "conversion" && account.rows.find(({ id }) => id === event.of);
  if (sale) return sale.at;
  return account.rows.reduce(
    (last, row) => Math.max(last, row.at + 60, row.updated + 60),
    earliest,
  );
}

function written(account: PayPalState, event: ReadEvent & { at: number }): PayPalRow[] {
  switch (event.type) {
    case "sale":
      return enterSale(account, event);
    case "completion":
      return complete(account, event);
    case "refund":
      return enterRefund(account, event);
    case "authorization":
      return authorize(account, event);
    case "display":
      return display(account, event);
    case "hold":
      return hold(account, event);
    case "release":
      return release(account, event);
    case "dispute":
      return dispute(account, event);
    case "decision":
      return decide(account, event);
    case "fee":
      return enterFee(account, event);
    case "conversion":
      return convert(account, event);
    case "sent":
      return send(account, event);
    case "bank_transfer":
      return payIn(account, event);
    case "other":
      return enterOther(account, event);
    case "row":
      return enterRow(account, event);
    case "withdrawal":
      return withdraw(account, event);
    case "settlement":
      return settleWithdrawal(account, event);
    case "returned":
      return returnWithdrawal(account, event);
  }
}
