import { z } from "zod";
import type { EmulatorState } from "../state";
import { currency, instant } from "./events/fields";
import {
  decide,
  decisionInput,
  dispute,
  disputeInput,
  hold,
  holdInput,
  release,
  releaseInput,
} from "./events/holds";
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
} from "./events/other";
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
} from "./events/sales";
import {
  returnInput,
  returnWithdrawal,
  settlementInput,
  settleWithdrawal,
  withdraw,
  withdrawalInput,
} from "./events/withdrawals";
import type { PayPalRow, PayPalSettings, PayPalState } from "./state";
import { rowView } from "./view";

const eventInput = z.discriminatedUnion("type", [
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

/** What happened on the account, in order; amounts in minor units. */
export const eventsInput = z.strictObject({ events: z.array(eventInput).min(1) });

/** @returns the rows that each event wrote or changed */
export function addEvents(
  { paypal, today }: EmulatorState,
  { events }: z.output<typeof eventsInput>,
) {
  const noon = Math.floor(Date.parse(`${today}T12:00:00Z`) / 1000) - 86_400;
  return {
    rows: events.map((event) => record(paypal, event, noon).map((row) => rowView(row))),
  };
}

/** Writes the rows of one event, as the control address and the sample do. @throws Error for an unknown transaction */
export function recordEvent(account: PayPalState, event: PayPalEvent): PayPalRow[] {
  return record(account, eventInput.parse(event), 0);
}

function record(account: PayPalState, event: ReadEvent, earliest: number): PayPalRow[] {
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

const perMinute = z.int().min(1).nullable();

/** Every switch of the account; what is absent stays. */
export const accountInput = z.strictObject({
  primary: currency.optional(),
  timeZone: z.string().refine(isTimeZone, "not a time zone").optional(),
  clientSecret: z.string().min(1).optional(),
  refreshedTo: instant.nullable().optional(),
  lagSeconds: z.int().min(0).optional(),
  dates: z.enum(["Z", "+0000", "zone"]).optional(),
  notAvailable: z.union([z.literal(400), z.literal(404)]).optional(),
  windowBy: z.enum(["updated", "initiated"]).optional(),
  maximumItems: z.int().min(1).optional(),
  transactionSearch: z.boolean().optional(),
  oldTokens: z.enum(["follow", "keep", "reissue"]).optional(),
  drift: z.enum(["arrive", "leave", "repeat"]).nullable().optional(),
  callsPerMinute: perMinute.optional(),
  cooldownSeconds: z.number().min(0).optional(),
  tokensPerMinute: perMinute.optional(),
});

/** @returns all settings as they now are */
export function changeAccount(account: PayPalState, input: z.output<typeof accountInput>) {
  const { primary, timeZone, clientSecret, ...settings } = input;
  if (primary !== undefined) account.primary = primary;
  if (timeZone !== undefined) account.timeZone = timeZone;
  if (clientSecret !== undefined) account.clientSecret = clientSecret;
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  Object.assign(account.settings, Object.fromEntries(given) as Partial<PayPalSettings>);
  followTick(account, settings.transactionSearch);
  return { primary: account.primary, timeZone: account.timeZone, ...account.settings };
}

/** A permission that is taken away ends at once; one that is given reaches older tokens only where they follow. */
function followTick({ tokens, settings }: PayPalState, ticked: boolean | undefined): void {
  if (ticked === undefined || (ticked && settings.oldTokens !== "follow")) return;
  for (const token of Object.values(tokens)) token.searches = ticked;
}

function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf("timeZone").includes(name) || name === "UTC";
}
