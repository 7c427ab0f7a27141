import { z } from "zod";

/** The account's own zone, written as `Z`, `+0000`, `+00:00` or `-0800`. */
const moment = z.string().transform((text, ctx) => {
  const at = new Date(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  if (!Number.isNaN(at.getTime())) return at;
  ctx.addIssue("is no date and time");
  return z.NEVER;
});

const money = z.object({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  value: z.string().regex(/^-?\d{1,15}(\.\d{1,3})?$/),
});
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
    transaction_id: z.string().min(1),
    paypal_reference_id: z.string().default(""),
    paypal_reference_id_type: text,
    transaction_event_code: z.string().min(1),
    transaction_initiation_date: moment,
    transaction_updated_date: moment.optional().catch(undefined),
    transaction_amount: money,
    fee_amount: money.optional(),
    transaction_status: z.string().default(""),
    transaction_subject: text,
    transaction_note: text,
    bank_reference_id: text,
    ending_balance: money.optional(),
    available_balance: money.optional(),
    invoice_id: text,
    custom_field: text,
  }),
  payer_info: payer,
});
export type Detail = z.output<typeof detail>;

export const searchAnswer = z.object({
  transaction_details: z.array(detail).default([]),
  account_number: text,
  /** What was served: earlier than asked for where PayPal doesn't know the rest yet. */
  end_date: moment,
  total_items: z.int().min(0),
  total_pages: z.int().min(0),
});
export type SearchAnswer = z.output<typeof searchAnswer>;

export const balancesAnswer = z.object({
  account_id: text,
  balances: z
    .array(z.object({ currency: z.string(), primary: z.boolean().optional().catch(undefined) }))
    .default([]),
});

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string().default(""),
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
