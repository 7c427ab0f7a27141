import { observed } from "@/server/http/observed";
import { readBytes } from "@/server/http/parse";
import { problemResponse } from "@/server/http/problem";
import { REQUEST_ID_HEADER } from "@/server/http/request-id";

/** What a verb gets to see of a delivery. The body is as it came: the signature is made over its bytes. */
interface Delivery {
  provider: string;
  body: Uint8Array;
  headers: Headers;
}

/**
 * Turns a verb into the handler of a webhook: nobody is signed in there, whoever calls proves itself by
 * signing the body.
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
