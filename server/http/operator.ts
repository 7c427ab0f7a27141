import { type OperatorReads, operatorReads } from "@/lib/contracts/operator";
import { isBearer } from "@/server/platform/crypto/tokens";
import { getEnv } from "@/server/platform/env";
import { UnauthenticatedError } from "@/server/platform/errors";
import { readinessWarnings } from "@/server/platform/health/readiness";
import { countOwnAttempt, hard, networkOf, throttleKey } from "@/server/platform/rate-limit";
import { unknownPathAnswer } from "./methods";
import { observed } from "./observed";
import { problemResponse, REQUEST_ID_HEADER } from "./problem";

/** Per network address, successes included. */
const TRIES = hard(60, 15 * 60);

/**
 * Turns a verb into `GET /api/operator/reads`: who uses how much of the installation's reads at QuickBooks. 404 where no
 * OPERATOR_TOKEN is set, 401 without it, 429 for an address that tries too often.
 */
export function operator(
  load: () => Promise<Omit<OperatorReads, "notices">>,
): (request: Request) => Promise<Response> {
  return (request) =>
    observed(request, { method: "GET", path: "/operator/reads" }, async (ctx) => {
      const token = getEnv().OPERATOR_TOKEN;
      if (token === undefined) return unknownPathAnswer(request);
      try {
        await countOwnAttempt(throttleKey("operator", "address", networkOf(ctx.ipAddress)), TRIES);
        if (!isBearer(request.headers.get("authorization") ?? "", token)) {
          throw new UnauthenticatedError("This isn't the token in OPERATOR_TOKEN.");
        }
        const answer = operatorReads.parse({ notices: readinessWarnings(), ...(await load()) });
        return Response.json(answer, {
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

/** Whether this installation has a page for its operator. */
export function hasOperator(): boolean {
  return getEnv().OPERATOR_TOKEN !== undefined;
}
