import type { PayPalEvent } from "@/emulators/paypal/events/record";
import type { Emulators } from "@/emulators/start";
import { control } from "./clients";

interface Money {
  currency_code: string;
  value: string;
}

interface TransactionInfo {
  transaction_id: string;
  paypal_reference_id?: string;
  transaction_event_code: string;
  transaction_initiation_date: string;
  transaction_status: string;
  transaction_amount: Money;
  fee_amount?: Money;
  ending_balance?: Money;
  available_balance: Money;
}

/** What a report or the token service answers; of each answer only some is present. */
export interface Answer {
  status: number;
  headers: Headers;
  body: {
    transaction_details: {
      transaction_info: TransactionInfo;
      payer_info?: { payer_name: { surname?: string } };
    }[];
    balances: object[];
    start_date: string;
    end_date: string;
    last_refreshed_datetime: string;
    total_items: number;
    total_pages: number;
    name: string;
    message: string;
    details: { field: string }[];
    maximum_items: number;
    error: string;
    access_token: string;
    scope: string;
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Answer["body"] };
}

export async function askForToken(
  { paypal, credentials }: Emulators,
  { secret = credentials.paypalClientSecret, json = false } = {},
): Promise<Answer> {
  const basic = Buffer.from(`${credentials.paypalClientId}:${secret}`).toString("base64");
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  const asJson = { "content-type": "application/json" };
  return answerOf(
    await fetch(`${paypal.url}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${basic}`, ...(json && asJson) },
      body: json ? JSON.stringify(Object.fromEntries(form)) : form,
    }),
  );
}

export async function accessToken(emulators: Emulators): Promise<string> {
  return (await askForToken(emulators)).body.access_token;
}

/** A call to one of the two reports; without a token it has no authorization. */
export async function report(
  { paypal }: Emulators,
  token: string,
  name: "transactions" | "balances",
  query: Record<string, string>,
): Promise<Answer> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const address = `${paypal.url}/v1/reporting/${name}?${new URLSearchParams(query)}`;
  return answerOf(await fetch(address, { headers: new Headers(headers) }));
}

/** The day of the tests' events. */
export const DAY = { start_date: "2026-11-10T00:00:00Z", end_date: "2026-11-10T23:59:59Z" };
export const at = (time: string) => `2026-11-10T${time}Z`;

export const infos = ({ body }: Answer) =>
  body.transaction_details.map((each) => each.transaction_info);

/** Id, code, status, amount, fee and balance of each row, in a line each. */
export const short = (answer: Answer) =>
  infos(answer).map((info) =>
    [
      info.transaction_id,
      info.transaction_event_code,
      info.transaction_status,
      info.transaction_amount.value,
      info.fee_amount?.value ?? "",
      info.available_balance.value,
    ].join(" "),
  );

export const sale = (id: string, time: string, more: object = {}): PayPalEvent => ({
  ...{ type: "sale", id, amount: 10_000, fee: 398, at: at(time), name: "Ada Byron" },
  ...more,
});

/** Records events on the account of the emulators. */
export const add = (emulators: Emulators, ...events: PayPalEvent[]) =>
  control(emulators, "POST", "/paypal/transactions", { events });
