import { observed } from "@/server/http/observed";
import { readBytes } from "@/server/http/parse";
import { problemResponse } from "@/server/http/problem";
import { REQUEST_ID_HEADER } from "./problem";

/** The part of a delivery that a verb receives. The body is raw: the signature covers its bytes. */
interface Delivery {
  provider: string;
  body: Uint8Array;
  headers: Headers;
}

/**
 * Turns a verb into a webhook handler. It needs no session: the sender authenticates by signing the body.
 */
export function webhook(
  handler: (delivery: Delivery) => Promise<{ message: string }>,
): (request: Request, route: { params: Promise<{ provider: string }> }) => Promise<Response> {
  return (request, { params }) =>
    observed(request, { method: "POST", path: "/webhooks/[provider]/" }, async ({ requestId }) => {
      try {
        const { provider } = await params;
        const body = await readBytes(request);
        const answer = await handler({ provider, body, headers: request.headers });
        return Response.json(answer, {
          headers: [
            ["Cache-Control", "no-store"],
            [REQUEST_ID_HEADER, requestId],
          ],
        });
      } catch (error) {
        return problemResponse(error, requestId);
      }
    });
}
