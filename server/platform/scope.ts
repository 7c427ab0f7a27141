import type { CompanyContext } from "./context";

/**
 * Scopes of work outside a single company. Row level security policies define what each may see:
 * "accounts" (sign-up, sign-in, reset) sees users and sessions but no books; "jobs" sees which company
 * has work due; "keys" sees sealed values; "webhooks" sees connected accounts and may request their sync;
 * "questions" sees whose question a link is about.
 */
export type SystemScope = "accounts" | "jobs" | "keys" | "webhooks" | "questions";

export type Scope = Pick<CompanyContext, "companyId"> | SystemScope;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The SQL that puts a transaction into a scope until it ends; run it first.
 * @throws Error for a company's scope whose id is missing or invalid.
 */
export function enterScope(scope: Scope, role: string | null): string {
  const name = typeof scope === "string" ? scope : "company";
  const companyId = typeof scope === "string" ? "" : scope.companyId;
  if (companyId !== "" && !UUID.test(companyId)) throw new Error("This is no company's id");
  if (companyId === "" && name === "company") throw new Error("A company's scope needs its id");
  const settings = `SELECT set_config('app.scope', '${name}', true), set_config('app.company_id', '${companyId}', true)`;
  return role === null ? settings : `SET LOCAL ROLE ${role}; ${settings}`;
}
