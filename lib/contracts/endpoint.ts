import type { z } from "zod";
import type { ProblemCode } from "@/lib/constants/problem-codes";
import type { LeastRole, Role } from "@/lib/constants/roles";
import type { WorkKind } from "@/lib/constants/work-limits";

type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** public: no token needed. session: a valid token, which determines the company. */
export type Access = "public" | "session";

/** What an endpoint may ask for: a role in the company as soon as it takes a token. */
type RoleFor<A extends Access> = A extends "public"
  ? Extract<LeastRole, "anyone">
  : Exclude<LeastRole, "anyone">;

/** A field of a body that also changes a setting. */
export interface SettingField {
  field: string;
  /** Only this value of it does; by default any. */
  value?: boolean;
  role: Role;
  /** What it is for, after "Only admins can": "change the account of a kind of line". */
  purpose: string;
}

/**
 * One endpoint: the route parses with it, and the browser's client and the OpenAPI document derive from it.
 * `path` is the documented one, served under /api with and without the trailing slash.
 */
export interface Endpoint<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  A extends Access = Access,
  Method extends HttpMethod = HttpMethod,
  Path extends `/${string}` = `/${string}`,
> {
  method: Method;
  path: Path;
  summary: string;
  /** What the summary has no room for: the comment on the contract, where the document is built. */
  description?: string;
  access: A;
  /** The least role in the company; checked before the input is read. */
  role: RoleFor<A>;
  /** What asks for more than `role`; checked once the input is read. */
  settingFields?: readonly SettingField[];
  /** A higher role that some calls need, depending on what is stored; the verb checks it. `when`: "it lets another rule take over". */
  roleWhen?: { role: Role; when: string };
  /**
   * Whether API tokens may call it. No: what is about the user's own account, people or tokens, what needs a signed-in
   * person (connecting a provider), and what only open pages ask for.
   */
  apiTokens?: boolean;
  /** Pages poll it without the user, so it does not extend the session (auto logout). */
  unattended?: boolean;
  /** A public endpoint about a record that its caller names by a secret. */
  bySecret?: boolean;
  /** Its answer has a secret that is stored nowhere, so no `Idempotency-Key` repeats it. */
  answersSecret?: boolean;
  /** A probe: its 503 says the state like its 200, not a problem. */
  unavailableInBody?: boolean;
  work?: WorkKind;
  /** The codes of its own errors; `problemsOf` adds those that follow from the rest of the contract. */
  problems?: readonly ProblemCode[];
  /** It waits for a payment processor or the ledger, whose failure is its own: 502. */
  callsProvider?: boolean;
  /** Whether it only reads, and so takes one of the company's read turns. The default for GET. */
  onlyReads?: boolean;
  /**
   * Whether an answer may be kept until something in the company's books has changed; absent: none. Only one that rests on
   * the company's books and its day alone: not on the time of day, on other companies, or on what this process remembers.
   */
  kept?(answer: z.infer<Response>): boolean;
  /** Its body has a file, and may be larger than 1 MB: `LARGE_BODY_BYTES`. */
  largeBody?: boolean;
  body?: Body;
  query?: Query;
  response: Response;
}

/** With a token, each endpoint says whether API tokens count. */
type Decided<A extends Access> = A extends "session" ? { apiTokens: boolean } : unknown;

/** Gives an endpoint its exact types, method and path among them. */
export function defineEndpoint<
  Response extends z.ZodType,
  A extends Access,
  const Method extends HttpMethod,
  const Path extends `/${string}`,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(
  endpoint: Endpoint<Body, Query, Response, A, Method, Path> & Decided<A>,
): Endpoint<Body, Query, Response, A, Method, Path> {
  return endpoint;
}

export type BodyOf<E> = E extends Endpoint<infer B> ? z.infer<B> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q> ? z.infer<Q> : never;
export type ResponseOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer R> ? z.infer<R> : never;
