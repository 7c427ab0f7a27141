import { messageResponse, text } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

export const dateFormat = z.enum(["MM-DD-YYYY", "DD-MM-YYYY", "YYYY-MM-DD"]);
export type DateFormat = z.infer<typeof dateFormat>;

export const matchingAlgorithm = z.enum(["smart", "exact", "fuzzy"]);

/** What the General tab saves. */
export const companySettingsChange = z.object({
  company_name: text(200).min(1, "Company name is required"),
  matching_algorithm: matchingAlgorithm,
  auto_match: z.boolean(),
  daily_sync: z.boolean(),
  date_format: dateFormat,
});

/** `currency` is the books' home currency, told by the ledger. */
export const companySettings = companySettingsChange.extend({ currency: z.string() });
export type CompanySettings = z.infer<typeof companySettings>;

export const getCompanySettings = defineEndpoint({
  method: "GET",
  path: "/settings/company/",
  summary: "The General tab",
  access: "session",
  response: companySettings,
});

export const saveCompanySettings = defineEndpoint({
  method: "PUT",
  path: "/settings/company/",
  summary: "Save the General tab",
  access: "session",
  body: companySettingsChange,
  response: messageResponse,
});
