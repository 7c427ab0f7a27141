import type { Role } from "@/lib/contracts/values/roles";

/**
 * Whose data a verb works on. `CompanyId` is branded and only comes from mintCompanyId (company-id.ts),
 * so a query without an authorised company does not compile.
 */
declare const companyBrand: unique symbol;
export type CompanyId = string & { readonly [companyBrand]: true };

/** The facts of any request, signed in or not. */
export interface RequestContext {
  requestId: string;
  ipAddress: string;
  userAgent: string;
}

export interface CompanyContext {
  companyId: CompanyId;
  /** Null: a job of the product itself. */
  userId: number | null;
  requestId: string | null;
  /** The user's role in the company, in a session. */
  role?: Role;
  /** The name of the API token that acts for the user. */
  apiToken?: string;
}

/** A signed-in user in a company of theirs, or an API token that acts for the user who made it. */
export interface SessionContext extends CompanyContext, RequestContext {
  userId: number;
  requestId: string;
  /** Of an API token its own id: no session has it, so what asks for a live session refuses the token. */
  sessionId: string;
  role: Role;
}
