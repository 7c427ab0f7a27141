import type { Call } from "../http/call";
import { json, type Reply } from "../http/reply";
import { business, faultBody, gatewayFault, QuickBooksFault, xmlFault } from "./faults";
import { throttled } from "./limits";
import { tokenError } from "./tokens";

/** An injected error in the shape that QuickBooks uses for that status. */
export function quickBooksErrorShape(call: Call, status: number, code: string | undefined): Reply {
  // The token service has its own codes for client errors, but none for server errors.
  if (call.path.includes("/oauth2/") && (status === 400 || status === 401)) {
    const usual = status === 400 ? "invalid_grant" : "invalid_client";
    return tokenError(status, code ?? usual, "Injected by the emulator");
  }
  if (status === 401 || status === 403) return gatewayFault(status, null);
  if (status === 429) return throttled();
  if (status >= 500) {
    return xmlFault(status, "3500", "InternalServerError", "An error occurred, try again later");
  }
  const fault =
    code && code !== "6000"
      ? new QuickBooksFault(code, "The request was refused", "Injected by the emulator")
      : business("Unexpected Internal Error. (-30000)");
  return json(status, faultBody(fault));
}
