import { z } from "zod";

/** The account's own zone, written as `Z`, `+0000`, `+00:00` or `-0800`. A second 60 is the next minute's first. */
const moment = z.string().transform((text, ctx) => {
  const upper = text.toUpperCase().replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
  const leap = upper.replace(/(:\d\d):60/, "$1:59");
  const at = new Date(Date.parse(leap) + (leap === upper ? 0 : 1000));
  if (!Number.isNaN(at.getTime())) return at;
  ctx.addIssue("is no date and time");
  return z.NEVER;
});

const money = z.object({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  /** PayPal may leave out the zero before the point, and write more decimals than the currency has. */
  value: z
    .string()
    .regex(/^-?(\d{1,15}(\.\d{1,12})?|\.\d{1,12})$/)
    .transform((text) => text.replace(/^(-?)\./, "$10.")),
});
/** PayPal may leave out an amount: such a row moves nothing. XXX is ISO 4217's code for no currency. */
const NOTHING: z.input<typeof money> = { currency_code: "XXX", value: "0" };
/** A balance that can't be read proves nothing. */
const balance = money.optional().catch(undefined);
export type Money = z.output<typeof money>;

/** What only helps matching is dropped when it is malformed. */
const text = z.string().optional().catch(undefined);

const payer = z
  .object({
    account_id: text,
    email_address: text,
    phone_number: z
      .object({ country_code: text, national_number: text })
      .optional()
      .catch(undefined),
    payer_name: z
      .object({ given_name: text, surname: text, alternate_full_name: text, full_name: text })
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined);

export const detail = z.object({
  transaction_info: z.object({
    transaction_id: z.string().catch(""),
    paypal_reference_id: z.string().catch(""),
    paypal_reference_id_type: text,
    transaction_event_code: z.string().catch(""),
    transaction_initiation_date: moment,
    transaction_updated_date: moment.optional().catch(undefined),
    transaction_amount: money.default(NOTHING),
    fee_amount: money.nullish(),
    transaction_status: z.string().catch(""),
    transaction_subject: text,
    transaction_note: text,
    bank_reference_id: text,
    ending_balance: balance,
    available_balance: balance,
    invoice_id: text,
    custom_field: text,
  }),
  payer_info: payer,
});
export type Detail = z.output<typeof detail>;

const count = z.int().min(0).optional();

/** PayPal's schema promises none of it. */
export const searchAnswer = z.object({
  transaction_details: z
    .array(detail)
    .nullish()
    .transform((rows) => rows ?? []),
  account_number: text,
  /** What was served: earlier than asked for where PayPal doesn't know the rest yet. */
  end_date: moment.optional(),
  /** Until when PayPal knows what happened, whatever was asked for. */
  last_refreshed_datetime: moment.optional().catch(undefined),
  total_items: count,
  total_pages: count,
});
export type SearchAnswer = z.output<typeof searchAnswer>;

export const balancesAnswer = z.object({
  account_id: text,
  balances: z
    .array(
      z.object({
        currency: z.string(),
        primary: z.boolean().optional().catch(undefined),
        total_balance: balance,
        available_balance: balance,
      }),
    )
    .default([]),
  /** The moment that the balances are of: earlier than asked for where PayPal doesn't know the rest yet. */
  as_of_time: moment.optional().catch(undefined),
});

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  /** Absent: what was asked for, which is everything. */
  scope: z.string().optional(),
});

/** What a transaction's line needs beside its amounts; kept with it. */
const details = z.object({
  name: z.string().default(""),
  names: z.array(z.string()).default([]),
  email: z.string().default(""),
  phone: z.string().default(""),
  payerId: z.string().default(""),
  invoice: z.string().default(""),
  custom: z.string().default(""),
  subject: z.string().default(""),
  note: z.string().default(""),
  bankReference: z.string().default(""),
});
export type Details = z.output<typeof details>;

/** What was kept with a transaction; empty for one that isn't. */
export function readDetails(kept: unknown): Details {
  return details.parse(kept ?? {});
}
