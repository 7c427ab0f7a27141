import { MAX_SEARCH_LENGTH } from "@/lib/constants/deposits";
import { calendarDate, currency, decimalString, text } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * An open invoice in the books.
 * @schema OpenInvoice
 */
export const openInvoice = z.object({
  Id: z.string(),
  /** Its number. */
  number: z.string(),
  /** Its date. */
  date: calendarDate,
  /** When it has to be paid; null for none. */
  due_date: calendarDate.nullable(),
  /** Its total, in `currency`. */
  total: decimalString,
  /** What is still to be paid, less what other charges are planned to pay. */
  balance: decimalString,
  currency,
  /** Its customer. */
  customer: z.string(),
});
export type OpenInvoice = z.infer<typeof openInvoice>;

/** By number or customer, at most 20. */
export const invoiceSearch = defineEndpoint({
  method: "GET",
  path: "/qb/open-invoices/",
  summary: "Search open invoices",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  query: z.object({
    /** A number, or words of the customer's name; without it, any. */
    search: text(MAX_SEARCH_LENGTH).optional(),
    /** The invoices' currency, an ISO 4217 code. */
    currency: z.string().length(3),
  }),
  response: z.object({
    /** At most 20. */
    invoices: z.array(openInvoice),
  }),
});
