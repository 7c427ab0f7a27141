import type { CompanyContext, CompanyId } from "@/server/context";

/**
 * The only place where a string becomes a company's scope. Called with the company of an authenticated
 * session, and with the company that a job was enqueued for by a verb of that company.
 */
export function mintCompanyId(id: string): CompanyId {
  return id as CompanyId;
}

/** The scope of work that the product does on its own: jobs. */
export function systemContext(companyId: string): CompanyContext {
  return { companyId: mintCompanyId(companyId), userId: null, requestId: null };
}
