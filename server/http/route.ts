import type { z } from "zod";
import { COMPANY_HEADER } from "@/lib/constants/company-header";
import type { LeastRole } from "@/lib/constants/roles";
import type { Access, Endpoint } from "@/lib/contracts/endpoint";
import { EventStream, type StreamLook } from "@/lib/contracts/event-stream";
import { REPLAY_HEADER } from "@/lib/contracts/idempotency";
import { setFields } from "@/lib/contracts/set-fields";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import { requirePerson } from "@/server/accounts/open-api-token";
import { authenticate } from "@/server/accounts/sessions";
import { conditionalAnswer, WrittenAnswer } from "@/server/http/conditional-answer";
import { Cookies } from "@/server/http/cookies";
import { eventAnswer } from "@/server/http/event-answer";
import { oncePerKey } from "@/server/http/idempotency";
import { keptAnswer } from "@/server/http/kept-answers";
import { observed } from "@/server/http/observed";
import { parseBody, parseQuery } from "@/server/http/parse";
import { problemResponse, REQUEST_ID_HEADER, RequestError } from "@/server/http/problem";
import { streamAnswer } from "@/server/http/stream-answer";
import { withinLimits } from "@/server/http/within-limits";
import {
  type RequestContext,
  requireRole,
  type SessionContext,
  withRequestSignal,
} from "@/server/platform/context";

/** As nginx counts them. */
const CLIENT_GONE = 499;

type ContextOf<A extends Access> = A extends "public" ? RequestContext : SessionContext;

interface Input<B extends z.ZodType, Q extends z.ZodType> {
  body: z.infer<B>;
  query: z.infer<Q>;
}

/** What serves an endpoint: usually one call of a verb. */
export type Handler<E extends Endpoint> =
  E extends Endpoint<infer B, infer Q, infer R, infer A>
    ? (ctx: ContextOf<A>, input: Input<B, Q>) => Promise<z.input<R>>
    : never;

/**
 * Turns a contract and a verb into a route handler: authenticate, check the role, parse, call, respond. The response is
 * parsed by the contract too, so a field outside the contract is never sent.
 */
export function route<
  B extends z.ZodType,
  Q extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
>(
  endpoint: Endpoint<B, Q, R, A>,
  handler: (ctx: ContextOf<A>, input: Input<B, Q>) => Promise<z.input<R>>,
): (request: Request) => Promise<Response> {
  return (request) =>
    observed(request, endpoint, async (facts) => {
      const cookies = new Cookies(request);
      const ctx: RequestContext = { ...facts, cookies };
      try {
        const session = endpoint.access === "session" ? await admit(ctx, request, endpoint) : null;
        const input = {
          body: await parseBody(request, endpoint.body, endpoint.largeBody),
          query: parseQuery(request, endpoint.query),
        } as Input<B, Q>;
        if (session) requireFields(session, endpoint, input.body);
        const own = (session ?? ctx) as ContextOf<A>;
        const work = () => withRequestSignal(request.signal, () => handler(own, input));
        const parsed = async () => endpoint.response.parse(await work());
        const found = async (): Promise<unknown> =>
          session && endpoint.kept ? keptAnswer(session, endpoint, input.query, parsed) : parsed();
        const counted = () => (session ? withinLimits(session, endpoint, found) : found());
        const { answer, isRepeat } = session
          ? await oncePerKey(session, request, { endpoint, input }, counted)
          : { answer: await counted(), isRepeat: false };
        const headers: [name: string, value: string][] = [
          [REQUEST_ID_HEADER, ctx.requestId],
          ...(session ? [[COMPANY_HEADER, session.companyId] satisfies [string, string]] : []),
          ...(isRepeat ? [[REPLAY_HEADER, "true"] satisfies [string, string]] : []),
          ...cookies.toHeaders(),
        ];
        const look = () => lookAgain(ctx, request, endpoint, session);
        const mayGoOn = async () => (await look()).mayGoOn;
        if (answer instanceof StreamedFile) return streamAnswer(request, answer, headers, mayGoOn);
        if (answer instanceof EventStream) return eventAnswer(request, answer, headers, look);
        if (answer instanceof File) return await fileAnswer(request, answer, headers);
        const unstored = [["Cache-Control", "no-store"], ...headers] satisfies typeof headers;
        if (answer instanceof WrittenAnswer) {
          return conditionalAnswer(request, answer, [
            ["Content-Type", "application/json"],
            ...unstored,
          ]);
        }
        return Response.json(answer, { headers: unstored });
      } catch (error) {
        // The client is gone; the status is for the metrics.
        if (request.signal.aborted) return new Response(null, { status: CLIENT_GONE });
        return problemResponse(error, ctx.requestId);
      }
    });
}

/**
 * The session or API token of a request, with a role that the endpoint accepts.
 * @throws as authenticate, requirePerson and requireRole; RequestError for a company that is no id.
 */
async function admit(
  ctx: RequestContext,
  request: Request,
  endpoint: Pick<Endpoint, "role" | "apiTokens" | "unattended">,
  { isRecheck = false } = {},
): Promise<SessionContext> {
  const least: LeastRole = endpoint.role;
  const session = await authenticate(
    ctx,
    { authorization: request.headers.get("authorization"), companyId: companyOf(request) },
    { unattended: endpoint.unattended === true, isRecheck, anyCompany: least === "self" },
  );
  requirePerson(session, endpoint);
  requireRole(session, least);
  return session;
}

/** @throws as requireRole, when the body changes a setting that asks for more than the endpoint. */
function requireFields(
  session: SessionContext,
  endpoint: Pick<Endpoint, "settingFields">,
  body: unknown,
): void {
  for (const { role, purpose } of setFields(endpoint, body)) requireRole(session, role, purpose);
}

/**
 * A stream may go on while the session lives, with the same role in the same company. Unattended, so the stream does not
 * extend the session.
 */
async function lookAgain(
  ctx: RequestContext,
  request: Request,
  { role, apiTokens = false }: Pick<Endpoint, "role" | "apiTokens">,
  before: SessionContext | null,
): Promise<StreamLook> {
  const endpoint = { role, apiTokens, unattended: true };
  const now = await admit(ctx, request, endpoint, { isRecheck: true }).catch(() => null);
  const mayGoOn = now?.companyId === before?.companyId && now?.role === before?.role;
  return { mayGoOn, activity: now?.activity ?? null };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The company that a request names; null without one.
 * @throws RequestError 400 when it is no id.
 */
function companyOf(request: Request): string | null {
  const given = request.headers.get(COMPANY_HEADER)?.trim().toLowerCase();
  if (!given) return null;
  if (UUID.test(given)) return given;
  throw new RequestError(400, "invalid_company", `${COMPANY_HEADER} must be the id of a company`);
}

/**
 * Responds with a file instead of JSON: cached only by its owner's browser, never sniffed as another
 * type, and not resent while it is unchanged.
 */
async function fileAnswer(
  request: Request,
  file: File,
  headers: [name: string, value: string][],
): Promise<Response> {
  return conditionalAnswer(request, new WrittenAnswer(new Uint8Array(await file.arrayBuffer())), [
    ...headers,
    ["Content-Type", file.type],
    ["Content-Disposition", "inline"],
    ["X-Content-Type-Options", "nosniff"],
    ["Content-Security-Policy", "default-src 'none'; sandbox"],
    ["Cache-Control", "private, no-cache"],
    ["Vary", "Authorization"],
  ]);
}
