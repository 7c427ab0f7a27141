import { z } from "zod";
import type { EmulatorState } from "../state";
import { currency, instant } from "./events/fields";
import { eventInput, record } from "./events/record";
import type { PayPalSettings, PayPalState } from "./state";
import { rowView } from "./view";

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
