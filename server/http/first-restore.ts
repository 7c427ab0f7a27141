import { restoreBegin, restoreBegun, restoreProgress } from "@/lib/contracts/first-restore";
import type { RequestContext } from "@/server/platform/context";
import { countOwnAttempt, hard, networkOf, throttleKey } from "@/server/platform/rate-limit";
import {
  appendToRestore,
  beginRestore,
  canRestoreHere,
  readRestore,
} from "@/server/setup/first-restore";
import type { HttpMethod } from "./methods";
import { unknownPathAnswer } from "./methods";
import { observed } from "./observed";
import { parseBody, readBytes } from "./parse";
import { problemResponse, REQUEST_ID_HEADER, RequestError } from "./problem";

/** Uploads begun per network address. */
const TRIES = hard(30, 15 * 60);
/** Where in the backup the part begins. */
const OFFSET_HEADER = "upload-offset";

/** `POST /api/restore`: begins the upload of a backup. */
export const begin = restoring("POST", async (request, ctx) => {
  const body = restoreBegin.parse(await parseBody(request, restoreBegin));
  await countOwnAttempt(throttleKey("restore", "address", networkOf(ctx.ipAddress)), TRIES);
  return restoreBegun.parse(await beginRestore(body));
});

/** `PUT /api/restore`: the next part of the backup, as raw bytes. */
export const append = restoring("PUT", async (request) => {
  const offset = request.headers.get(OFFSET_HEADER) ?? "";
  if (!/^\d{1,15}$/.test(offset)) {
    throw new RequestError(400, "invalid_input", "Upload-Offset must be a whole number");
  }
  const part = await readBytes(request);
  return restoreProgress.parse(await appendToRestore(bearerOf(request), Number(offset), part));
});

/** `GET /api/restore`: how far it is. */
export const progress = restoring("GET", async (request) =>
  restoreProgress.parse(await readRestore(bearerOf(request))),
);

/** A JSON endpoint outside the companies' API; 404 where no command of ours restores what is uploaded. */
function restoring(
  method: HttpMethod,
  work: (request: Request, ctx: RequestContext) => Promise<object>,
): (request: Request) => Promise<Response> {
  return (request) =>
    observed(request, { method, path: "/restore" }, async (ctx) => {
      if (!canRestoreHere()) return unknownPathAnswer(request);
      try {
        return Response.json(await work(request, ctx), {
          headers: [
            ["Cache-Control", "no-store"],
            [REQUEST_ID_HEADER, ctx.requestId],
          ],
        });
      } catch (error) {
        return problemResponse(error, ctx.requestId);
      }
    });
}

function bearerOf(request: Request): string {
  return request.headers.get("authorization") ?? "";
}
