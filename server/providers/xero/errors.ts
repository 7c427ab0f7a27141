import { z } from "zod";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { retryAfterSeconds } from "@/server/providers/retry";
import type { Answer } from "./http";
import { DAY_IS_USED_UP } from "./limiter";

const text = z.string().nullish().catch(undefined);
const messages = z
  .array(z.object({ Message: z.string() }))
  .nullish()
  .catch(undefined);

/** Of the accounting API (`Type`), and of its gateway (`Detail`). */
const problem = z.object({
  Type: text,
  Message: text,
  Detail: text,
  Elements: z
    .array(z.object({ ValidationErrors: messages }))
    .nullish()
    .catch(undefined),
});

/** The scope that each list needs, and what a user calls it. */
const SCOPES: Readonly<Record<string, readonly [scope: string, words: string]>> = {
  BankTransactions: ["accounting.banktransactions", "bank transactions and transfers"],
  BankTransfers: ["accounting.banktransactions", "bank transactions and transfers"],
  Payments: ["accounting.payments", "payments"],
  Invoices: ["accounting.invoices", "invoices"],
  Contacts: ["accounting.contacts", "contacts"],
};
const SETTINGS = ["accounting.settings.read", "accounts and settings"] as const;

/**
 * Why an answer is a refusal; undefined for a good one.
 * @param list that was asked: "BankTransactions".
 */
export function refusalOf(
  what: string,
  list: string,
  { status, headers, body }: Answer,
): ProviderError | undefined {
  if (status < 300) return undefined;
  const { data } = problem.safeParse(body);
  const named = data?.Type ?? /^\w+/.exec(data?.Detail ?? "")?.[0];
  const code = status === 429 ? exceeded(headers) : /^\w{1,60}$/.exec(named ?? "")?.[0];
  const failure = failureOf(status, code);
  const [scope, words] = SCOPES[list] ?? SETTINGS;
  return new ProviderError(
    "xero",
    failure,
    `${what}: ${[status, code].filter(Boolean).join(" ")}`,
    {
      status,
      code,
      words: wordsOf(data),
      requestId: /^[\w-]{1,64}$/.exec(headers.get("xero-correlation-id") ?? "")?.[0],
      retryAfterSeconds: retryAfterSeconds(headers.get("retry-after")),
      ...(failure === "forbidden" && {
        missingPermission: scope,
        sentence: `Xero doesn't let us use your ${words}. Reconnect Xero in Integrations and allow it.`,
      }),
      ...(code === "day" && { sentence: DAY_IS_USED_UP }),
    },
  );
}

/** The limit that was reached, whatever its spelling. */
function exceeded(headers: Headers): string | undefined {
  const problem =
    headers
      .get("x-rate-limit-problem")
      ?.toLowerCase()
      .replace(/[^a-z]/g, "") ?? "";
  return ["concurrent", "appminute", "minute", "day"].find((limit) => problem.startsWith(limit));
}

// A list's own scope is missing: AuthorizationUnsuccessful. The organisation is no longer connected, though the token
// is good: 403 AuthenticationUnsuccessful.
function failureOf(status: number, code: string | undefined): ProviderFailure {
  if (status === 401 || status === 403) {
    return code === "AuthorizationUnsuccessful" ? "forbidden" : "unauthorized";
  }
  if (status === 404) return "not_found";
  if (status === 429) return "rate_limited";
  return status >= 500 || status === 408 || status < 400 ? "unavailable" : "rejected";
}

/** Only the inner messages of a validation say what is wrong. */
function wordsOf(data: z.output<typeof problem> | undefined): string | undefined {
  const inner = data?.Elements?.flatMap(({ ValidationErrors }) =>
    (ValidationErrors ?? []).map(({ Message }) => Message),
  );
  const said = inner?.length ? [...new Set(inner)].join(" ") : data?.Message;
  return said?.slice(0, 300) || undefined;
}
