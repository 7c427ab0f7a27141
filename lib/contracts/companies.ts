import { ROLES } from "@/lib/constants/roles";
import { companyName, messageResponse, rowId } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { currentPassword, secondFactor } from "@/lib/contracts/two-factor";
import { LEDGER_WIRES } from "@/lib/ledger-words";
import * as z from "@/lib/zod";

/**
 * What a member may do; each role includes the ones before it.
 * @schema Role
 */
export const role = z.enum(ROLES);

/**
 * A company of the user's.
 * @schema OwnCompany
 */
export const ownCompany = z.object({
  /** The company's id, for X-Company-Id. */
  id: z.uuid(),
  /** The company's name. */
  name: z.string(),
  /** What the user may do in it. */
  role,
});
export type OwnCompany = z.infer<typeof ownCompany>;

export const companyId = z.uuid("Must be the id of a company");
/** The company's name, to confirm what can't be undone. */
const typedName = z.string().trim().max(200);

/** By name, with the one that this call is about. */
export const companyList = defineEndpoint({
  method: "GET",
  path: "/companies/",
  summary: "List the user's companies",
  access: "session",
  role: "self",
  apiTokens: false,
  response: z.object({
    /** By name. */
    companies: z.array(ownCompany),
    /** The id of the company that this call is about. */
    current: z.string(),
    /** The accounting software of that company: connected, or else the last one. Null before the first. */
    ledger: z.enum(LEDGER_WIRES).nullable(),
  }),
});
export type CompanyList = z.infer<typeof companyList.response>;

export const companyForm = z.object({
  company_name: companyName,
  /** The id of a company where the user is at least admin, to copy the settings from. */
  copy_from: companyId.optional(),
});

/**
 * The user owns it. The session stays in its own company. Copied at once are: how payouts are matched, daily sync, date
 * format, time zone, and rules that only postpone lines. Accounts, products, tax codes, classes, locations and payment
 * methods, and rules that name them, are looked up by name once the new company has books; a notification says what was
 * found. Copied rules that name something are off. Customers, and automatic posting, are not copied.
 */
export const createCompany = defineEndpoint({
  method: "POST",
  path: "/companies/",
  summary: "Create a company",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["not_found", "role_too_low"],
  body: companyForm,
  response: messageResponse.extend({ company: ownCompany }),
});

/** For the page of a deposit that isn't the company's: an address can be opened in any of the user's. */
export const companiesWithDeposit = defineEndpoint({
  method: "GET",
  path: "/companies/with-deposit/",
  summary: "Find the user's companies that have a deposit",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["not_found"],
  query: z.object({
    /** The deposit's id, from the address. */
    deposit_id: rowId,
  }),
  response: z.object({
    /** By name. */
    companies: z.array(ownCompany),
  }),
});

export const switchCompany = defineEndpoint({
  method: "POST",
  path: "/companies/switch/",
  summary: "Switch the session to another of the user's companies",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["not_found"],
  body: z.object({ company_id: companyId }),
  response: messageResponse.extend({ company: ownCompany }),
});

/** The session continues in another of the user's companies. */
export const leaveCompany = defineEndpoint({
  method: "POST",
  path: "/companies/leave/",
  summary: "Leave the company",
  access: "session",
  role: "viewer",
  apiTokens: false,
  problems: ["forbidden", "last_owner", "not_found", "unusable_input"],
  body: z.object({ company_name: typedName }),
  response: messageResponse.extend({
    /** The company that the session continues in. */
    company_id: z.uuid(),
  }),
});

/** Deletes everything in it, for all its members. Posted deposits stay in the books. */
export const deleteCompany = defineEndpoint({
  method: "POST",
  path: "/companies/delete/",
  summary: "Permanently delete the company",
  access: "session",
  role: "owner",
  apiTokens: false,
  problems: ["forbidden", "not_found", "posting_in_progress", "role_too_low", "unusable_input"],
  body: z.object({
    company_name: typedName,
    current_password: currentPassword,
    code: secondFactor.optional(),
  }),
  response: messageResponse.extend({
    /** The company that the session continues in. */
    company_id: z.uuid(),
  }),
});
