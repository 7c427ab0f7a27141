import type { CompanyContext, CompanyId } from "./context";

/**
 * The only function that turns a string into a company's scope. Callers pass the company of an
 * authenticated session, or the company of a job that one of that company's verbs enqueued.
 */
export function mintCompanyId(id: string): CompanyId {
  return id as CompanyId;
}

/** The context of jobs, which run without a user. */
export function systemContext(companyId: string): CompanyContext {
  return { companyId: mintCompanyId(companyId), userId: null, requestId: null };
}
