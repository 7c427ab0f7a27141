import { AsyncLocalStorage } from "node:async_hooks";
import { hasRole, type LeastRole, ROLES, type Role, withArticle } from "@/lib/constants/roles";
import { ForbiddenError } from "./errors";
import { singleton } from "./singleton";

/**
 * Whose data a verb works on. `CompanyId` is branded and only comes from mintCompanyId (company-id.ts),
 * so a query without an authorised company does not compile.
 */
declare const companyBrand: unique symbol;
export type CompanyId = string & { readonly [companyBrand]: true };

/**
 * The cookies of one request and its answer. The API does not authenticate by cookie; these hold values
 * that must stay in the browser that received them.
 */
export interface CookieJar {
  get(name: string): string | undefined;
  /** `value` must need no escaping (a token). Sent only when the handler succeeds. */
  set(
    name: string,
    value: string,
    options: { maxAgeSeconds: number; sameSite?: "Strict" | "Lax" },
  ): void;
  delete(name: string): void;
}

/** The facts of any request, signed in or not. */
export interface RequestContext {
  requestId: string;
  ipAddress: string;
  userAgent: string;
  /** Of a browser; none outside of a request. */
  cookies?: CookieJar;
}

/**
 * Who acts: a user with their role in the company, or the product itself. The history keeps both, so a user without a
 * role does not compile.
 */
type Actor = { userId: number; role: Role } | { userId: null; role?: undefined };

export type CompanyContext = Actor & {
  companyId: CompanyId;
  requestId: string | null;
  /** The name of the API token that acts for the user. */
  apiToken?: string;
};

/** A signed-in user in a company of theirs, or an API token that acts for the user who made it. */
export interface SessionContext extends RequestContext {
  companyId: CompanyId;
  userId: number;
  /** The user's role in the company; of an API token the lesser of its own and its maker's. */
  role: Role;
  /** The name of the API token that acts for the user. */
  apiToken?: string;
  /** Of an API token its own id: no session has it, so what asks for a live session refuses the token. */
  sessionId: string;
  /** Of the company when the request came, see `Revisions` in changes.ts. Absent where it isn't known. */
  revision?: string | null;
  activity?: string | null;
}

/**
 * Refuses a session or API token without the role.
 * @param purpose what the role is for: "do this"
 * @throws ForbiddenError that says which role is needed and who can give it.
 */
export function requireRole(
  { role, apiToken }: Pick<SessionContext, "role" | "apiToken">,
  least: LeastRole,
  purpose = "do this",
): void {
  if (hasRole(role, least)) return;
  const able = ROLES.filter((each) => hasRole(each, least)).map((each) => `${each}s`);
  const only = `Only ${new Intl.ListFormat("en-GB").format(able)} of this company can ${purpose}`;
  if (apiToken !== undefined) {
    throw new ForbiddenError(
      `${only}, and this API token acts as ${withArticle(role)}. ` +
        "Use one with another role, from Settings → People.",
      "role_too_low",
    );
  }
  const giver = least === "owner" ? "An owner" : "An owner or admin";
  throw new ForbiddenError(
    `${only}, and you are ${withArticle(role)}. ` +
      `${giver} can change your role under Settings → People.`,
    "role_too_low",
  );
}

const signals = singleton("request signals", () => new AsyncLocalStorage<AbortSignal>());

/** Runs the work of a request, which {@link requestSignal} ends when its client has gone. */
export function withRequestSignal<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return signals.run(signal, work);
}

/** Aborted when the client of this request has gone; undefined outside of a request. */
export function requestSignal(): AbortSignal | undefined {
  return signals.getStore();
}

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
