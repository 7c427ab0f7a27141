import { messageResponse, text } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { MATCHING_ALGORITHMS } from "@/lib/contracts/values/matches";
import { DATE_FORMATS } from "@/lib/format-date";
import * as z from "@/lib/zod";

export const dateFormat = z.enum(DATE_FORMATS);

export const matchingAlgorithm = z.enum(MATCHING_ALGORITHMS);

/** Saved by the General tab. */
export const companySettingsChange = z.object({
  company_name: text(200).min(1, "Company name is required"),
  matching_algorithm: matchingAlgorithm,
  auto_match: z.boolean(),
  daily_sync: z.boolean(),
  date_format: dateFormat,
});

/** `currency` is the books' home currency, as the ledger reports it; `timezone` is saved with the profile. */
export const companySettings = companySettingsChange.extend({
  currency: z.string(),
  timezone: z.string(),
});
export type CompanySettings = z.infer<typeof companySettings>;

export const getCompanySettings = defineEndpoint({
  method: "GET",
  path: "/settings/company/",
  summary: "Company settings",
  access: "session",
  response: companySettings,
});

export const saveCompanySettings = defineEndpoint({
  method: "PUT",
  path: "/settings/company/",
  summary: "Save the company settings",
  access: "session",
  body: companySettingsChange,
  response: messageResponse,
});
