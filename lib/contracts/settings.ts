import { MATCHING_ALGORITHMS } from "@/lib/constants/matches";
import { companyName, currency, messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { timeZone } from "@/lib/contracts/time-zone";
import { DATE_FORMATS } from "@/lib/format-date";
import * as z from "@/lib/zod";

/**
 * How dates are written for people.
 * @schema DateFormat
 */
export const dateFormat = z.enum(DATE_FORMATS);

/**
 * smart: weighs amounts, dates, names and references; exact: amount and reference have to be equal; fuzzy: allows fees, small differences, wider dates and misspellings, and only suggests.
 * @schema MatchingAlgorithm
 */
export const matchingAlgorithm = z.enum(MATCHING_ALGORITHMS);

/**
 * Settings of the company, to be saved together.
 * @schema CompanySettingsChange
 */
export const companySettingsChange = z.object({
  company_name: companyName,
  /** How payments are compared. */
  matching_algorithm: matchingAlgorithm,
  /** Whether new payouts are matched without being asked. */
  auto_match: z.boolean(),
  /** Whether matches are posted without a review; unchanged when left out. */
  auto_post: z.boolean().optional(),
  /** Whether everything connected is synced once a day. */
  daily_sync: z.boolean(),
  date_format: dateFormat,
  /** The time zone of daily syncs, the weekly summary and "today", an IANA name; unchanged when left out. */
  timezone: timeZone.optional(),
});

/**
 * Settings of the company.
 * @schema CompanySettings
 */
export const companySettings = companySettingsChange.extend({
  /** Whether matches are posted without a review. */
  auto_post: z.boolean(),
  /** The home currency of the books, as the ledger reports it. */
  currency,
  /** The time zone of daily syncs, the weekly summary and "today", an IANA name. */
  timezone: z.string(),
  /** How the books handle the tax on sales. */
  tax: z.object({
    /** As the country of the books calls the tax on sales: "VAT". */
    name: z.string(),
    /** Whether receipts need a tax code. */
    asked: z.boolean(),
  }),
  /** Set by the country of the books when they were first connected, until someone has seen it. */
  adopted: z
    .object({
      /** The country of the books, as the ledger names it. */
      country: z.string(),
      /** The date format that it set; null: one was chosen before. */
      date_format: dateFormat.nullable(),
      /** The time zone that it set; null: one was chosen before. */
      timezone: z.string().nullable(),
    })
    .nullable(),
});
export type CompanySettings = z.infer<typeof companySettings>;

export const getCompanySettings = defineEndpoint({
  method: "GET",
  path: "/settings/company/",
  summary: "Get the company settings",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: companySettings,
});

export const confirmAdoptedSettings = defineEndpoint({
  method: "POST",
  path: "/settings/adopted/",
  summary: "Confirm the settings that the books' country set",
  access: "session",
  role: "admin",
  apiTokens: false,
  response: messageResponse,
});

export const saveCompanySettings = defineEndpoint({
  method: "PUT",
  path: "/settings/company/",
  summary: "Save the company settings",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["other_books"],
  body: companySettingsChange,
  response: messageResponse,
});
