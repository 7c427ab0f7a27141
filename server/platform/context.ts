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
}

/** A signed-in user. */
export interface SessionContext extends CompanyContext, RequestContext {
  userId: number;
  requestId: string;
  sessionId: string;
}
