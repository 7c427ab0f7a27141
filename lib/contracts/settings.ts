import { MATCHING_ALGORITHMS } from "@/lib/constants/matches";
import { companyName, messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { timeZone } from "@/lib/contracts/time-zone";
import { DATE_FORMATS } from "@/lib/format-date";
import * as z from "@/lib/zod";

export const dateFormat = z.enum(DATE_FORMATS);

export const matchingAlgorithm = z.enum(MATCHING_ALGORITHMS);

/** Saved by the General tab. */
export const companySettingsChange = z.object({
  company_name: companyName,
  matching_algorithm: matchingAlgorithm,
  auto_match: z.boolean(),
  /** Post matches without a review. Absent: as it was. */
  auto_post: z.boolean().optional(),
  daily_sync: z.boolean(),
  date_format: dateFormat,
  /** Of daily syncs, the weekly summary and "today"; unchanged when left out. */
  timezone: timeZone.optional(),
});

/** `currency` is the books' home currency, as the ledger reports it. */
export const companySettings = companySettingsChange.extend({
  auto_post: z.boolean(),
  currency: z.string(),
  timezone: z.string(),
  tax: z.object({
    /** As the country of the books calls the tax on sales: "VAT". */
    name: z.string(),
    /** Receipts need a code of it. */
    asked: z.boolean(),
  }),
  /** Set by the country of the books when they were first connected, until someone has seen it. */
  adopted: z
    .object({
      country: z.string(),
      /** Null: it was chosen before. */
      date_format: dateFormat.nullable(),
      timezone: z.string().nullable(),
    })
    .nullable(),
});
export type CompanySettings = z.infer<typeof companySettings>;

export const getCompanySettings = defineEndpoint({
  method: "GET",
  path: "/settings/company/",
  summary: "Company settings",
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
  conflicts: ["other_books"],
  body: companySettingsChange,
  response: messageResponse,
});
