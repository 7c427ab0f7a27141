import type { z } from "zod";
import type { Access, Endpoint } from "@/lib/contracts/endpoint";
import { EventStream } from "@/lib/contracts/event-stream";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import { authenticate } from "@/server/auth/sessions";
import { Cookies } from "@/server/http/cookies";
import { eventAnswer } from "@/server/http/event-answer";
import { fileAnswer } from "@/server/http/file-answer";
import { observed } from "@/server/http/observed";
import { parseBody, parseQuery } from "@/server/http/parse";
import { problemResponse } from "@/server/http/problem";
import { REQUEST_ID_HEADER } from "@/server/http/request-id";
import { streamAnswer } from "@/server/http/stream-answer";
import { withinLimits } from "@/server/http/within-limits";
import type { RequestContext, SessionContext } from "@/server/platform/context";
import { withRequestSignal } from "@/server/platform/request-signal";

/** As nginx counts them. */
const CLIENT_GONE = 499;

type ContextOf<A extends Access> = A extends "public" ? RequestContext : SessionContext;

interface Input<B extends z.ZodType, Q extends z.ZodType> {
  body: z.infer<B>;
  query: z.infer<Q>;
}

/**
 * Turns a contract and a verb into a route handler: authenticate, parse, call, respond. The response is
 * parsed by the contract too, so a field outside the contract is never sent.
 */
export function route<
  B extends z.ZodType,
  Q extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
>(
  endpoint: Endpoint<B, Q, R, A>,
  handler: (ctx: ContextOf<A>, input: Input<B, Q>, cookies: Cookies) => Promise<z.input<R>>,
): (request: Request) => Promise<Response> {
  return (request) =>
    observed(request, endpoint, async (ctx) => {
      try {
        const session =
          endpoint.access === "session"
            ? await authenticate(ctx, request.headers.get("authorization"), endpoint.unattended)
            : null;
        const input = {
          body: await parseBody(request, endpoint.body),
          query: parseQuery(request, endpoint.query),
        } as Input<B, Q>;
        const cookies = new Cookies(request);
        const own = (session ?? ctx) as ContextOf<A>;
        const work = () => withRequestSignal(request.signal, () => handler(own, input, cookies));
        const result = await (endpoint.work && session
          ? withinLimits(session, endpoint.work, work)
          : work());
        const answer = endpoint.response.parse(result);
        const headers: [name: string, value: string][] = [
          [REQUEST_ID_HEADER, ctx.requestId],
          ...cookies.toHeaders(),
        ];
        if (answer instanceof StreamedFile) return streamAnswer(answer, headers);
        if (answer instanceof EventStream) {
          return eventAnswer(request, answer, headers, () => isStillSignedIn(ctx, request));
        }
        if (answer instanceof File) return await fileAnswer(request, answer, headers);
        return Response.json(answer, { headers: [["Cache-Control", "no-store"], ...headers] });
      } catch (error) {
        // Nobody reads it; the status is for the metrics.
        if (request.signal.aborted) return new Response(null, { status: CLIENT_GONE });
        return problemResponse(error, ctx.requestId);
      }
    });
}

/** Checked while a stream runs; unattended, so the stream does not extend the session. */
function isStillSignedIn(ctx: RequestContext, request: Request): Promise<boolean> {
  return authenticate(ctx, request.headers.get("authorization"), true).then(
    () => true,
    () => false,
  );
}
