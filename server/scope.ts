import type { CompanyContext } from "@/server/context";

/**
 * Work that is not one company's, by name. What each may see is written in the row level security
 * policies: "accounts" (who is calling? sign-up, sign-in, reset) sees people and sessions but no books;
 * "jobs" sees which company has something to do; "keys" sees what is sealed; "webhooks" sees who has
 * connected an account, and may ask for its sync.
 */
export type SystemScope = "accounts" | "jobs" | "keys" | "webhooks";
export type Scope = Pick<CompanyContext, "companyId"> | SystemScope;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The statements that put a transaction into a scope until it ends, as SQL to be run first in it.
 * @throws Error for a company's scope without its id, or with an id that is none.
 */
export function enterScope(scope: Scope, role: string | null): string {
  const name = typeof scope === "string" ? scope : "company";
  const companyId = typeof scope === "string" ? "" : scope.companyId;
  if (companyId !== "" && !UUID.test(companyId)) throw new Error("This is no company's id");
  if (companyId === "" && name === "company") throw new Error("A company's scope needs its id");
  const settings = `SELECT set_config('app.scope', '${name}', true), set_config('app.company_id', '${companyId}', true)`;
  return role === null ? settings : `SET LOCAL ROLE ${role}; ${settings}`;
}
