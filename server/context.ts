/**
 * Whose data a verb works on, and on whose behalf. `CompanyId` is branded: only server/auth makes one,
 * from a session or from a job's own row, so a query without a rightful company does not compile.
 */
declare const companyBrand: unique symbol;
export type CompanyId = string & { readonly [companyBrand]: true };

/** What is known of any request, signed in or not. */
export interface RequestContext {
  requestId: string;
  ipAddress: string;
  userAgent: string;
}

export interface CompanyContext {
  companyId: CompanyId;
  /** Null: the product itself (a job). */
  userId: number | null;
  requestId: string | null;
}

/** A signed-in person. */
export interface SessionContext extends CompanyContext, RequestContext {
  userId: number;
  requestId: string;
  sessionId: string;
}
