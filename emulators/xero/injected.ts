import type { Call } from "../http/call";
import { json, type Reply } from "../http/reply";
import { limited } from "./limits";
import { gatewayProblem, text, validationException } from "./refusals";
import type { XeroState } from "./state";
import { tokenError } from "./tokens";
import { inAskedForm } from "./wire";

const MAINTENANCE = "The Xero API is currently offline for maintenance";

/** An injected error in the shape that Xero uses for that status; `code` distinguishes errors of one status. */
export function xeroErrorShape(
  state: XeroState,
  call: Call,
  status: number,
  code: string | undefined,
): Reply {
  // The token service refuses with a code; any other status is its gateway's.
  if (call.path.startsWith("/connect/") && (status === 400 || status === 401)) {
    const usual = status === 400 ? "invalid_grant" : "invalid_client";
    return { ...tokenError(code ?? usual), status };
  }
  switch (status) {
    case 401:
      return gatewayProblem(401, "Unauthorized", code ?? "AuthenticationUnsuccessful");
    case 403:
      return gatewayProblem(403, "Forbidden", code ?? "AuthenticationUnsuccessful");
    case 404:
      return text(404, "The resource you're looking for cannot be found.");
    case 429:
      return limited(state, code ?? "minute", /^concurrent/i.test(code ?? "") ? undefined : 30_000);
    case 503:
      return text(503, MAINTENANCE);
  }
  if (status >= 500) {
    return json(status, { ErrorNumber: 500, Type: "Exception", Message: "An error occurred" });
  }
  const message = code ?? "Injected by the emulator";
  const refusal = validationException([{ ValidationErrors: [{ Message: message }] }]);
  return inAskedForm(call, { ...refusal, status });
}
