import { z } from "zod";

export const minor = z.int();
export const rowId = z.string().regex(/^[A-Za-z0-9]{1,24}$/, "not a transaction id");
export const code = z.string().regex(/^[A-Z]\d{4}$/, "not an event code such as T0006");
export const currency = z.string().regex(/^[A-Z]{3}$/, "not a currency code");
/** An instant with a zone, as unix seconds. */
export const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => Math.floor(Date.parse(text) / 1000));

/** What every event can say. */
export const common = {
  /** By default a minute after the newest row. */
  at: instant.optional(),
  /** PayPal lists its rows only after `POST /paypal/late-rows`, between the others. */
  late: z.boolean().default(false),
  note: z.string().min(1).optional(),
};

/** Those of an event whose row can be given an id, so that later ones can refer to it. */
export const own = { ...common, id: rowId.optional() };

export const counterparty = {
  name: z.string().min(1).max(300).optional(),
  email: z.string().min(3).optional(),
  country: z.string().length(2).optional(),
};

export const payerOf = ({ name, email, country }: z.output<z.ZodObject<typeof counterparty>>) =>
  name || email ? { payer: { name, email, country } } : {};
