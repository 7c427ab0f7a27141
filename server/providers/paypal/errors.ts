import { z } from "zod";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { retryAfterSeconds } from "@/server/providers/retry";

export const TRANSACTION_SEARCH = "Transaction Search";

/** The code of a window that begins after what PayPal knows: there is nothing to read yet. */
export const NOT_YET = "not_available_yet";
/** The code of a window with more rows than PayPal lists. */
export const TOO_LARGE = "RESULTSET_TOO_LARGE";

/** Of the token service (`error`), and of everything else (`name`). */
const problem = z.object({
  error: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  debug_id: z.string().optional().catch(undefined),
  details: z.array(z.unknown()).optional().catch(undefined),
});

const FAILURES: Readonly<Record<string, ProviderFailure>> = {
  invalid_client: "unauthorized",
  invalid_token: "unauthorized",
  AUTHENTICATION_FAILURE: "unauthorized",
  NOT_AUTHORIZED: "forbidden",
  RATE_LIMIT_REACHED: "rate_limited",
  INTERNAL_SERVER_ERROR: "unavailable",
  INTERNAL_SERVICE_ERROR: "unavailable",
  SERVICE_UNAVAILABLE: "unavailable",
};

/** Why an answer is a refusal; undefined for an answer in the expected form. PayPal has refused with status 200, too. */
export function refusalOf(
  what: string,
  status: number,
  headers: Headers,
  body: unknown,
): ProviderError | undefined {
  const { data } = problem.safeParse(body);
  const named = data?.error ?? data?.name;
  if (status < 300 && named === undefined) return undefined;
  const code = isNotYet(status, data) ? NOT_YET : codeIn(named);
  const failure = failureOf(status, code);
  return new ProviderError("paypal", failure, `${what}: ${code ?? status}`, {
    status,
    code,
    requestId: /^[\w-]{1,64}$/.exec(data?.debug_id ?? "")?.[0],
    retryAfterSeconds: retryAfterSeconds(headers.get("retry-after")),
    ...(failure === "forbidden" && {
      missingPermission: TRANSACTION_SEARCH,
      sentence: WAITS_FOR_PERMISSION,
    }),
  });
}

export const WAITS_FOR_PERMISSION =
  "PayPal doesn't let this app read transactions. Open it under Apps & Credentials on developer.paypal.com, tick Transaction Search and save. If it is ticked already, PayPal may take up to nine hours to allow it.";

/** Names only, since texts may quote what was sent. */
function codeIn(named: string | undefined): string | undefined {
  return /^\w{1,60}$/.exec(named ?? "")?.[0];
}

// Sent as 400 or 404 with a general name and without details: the only case in which the text tells.
function isNotYet(status: number, data: z.output<typeof problem> | undefined): boolean {
  return (
    (status === 400 || status === 404) &&
    data?.name === "INVALID_REQUEST" &&
    /start date is not available/i.test(data.message ?? "")
  );
}

function failureOf(status: number, code: string | undefined): ProviderFailure {
  const named = code === undefined ? undefined : FAILURES[code];
  if (named) return named;
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 429) return "rate_limited";
  if (status >= 500 || status === 408) return "unavailable";
  return status === 404 && code !== NOT_YET ? "not_found" : "rejected";
}
