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

const elements = z
  .array(z.object({ StatusAttributeString: text, ValidationErrors: messages }))
  .nullish()
  .catch(undefined);

/** Of the accounting API (`Type`), and of its gateway (`Detail`). */
const problem = z.object({
  Type: text,
  Message: text,
  Detail: text,
  Elements: elements,
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
  const failure = failureOf(status, code, { isPage: body === undefined });
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

/**
 * Why a write that was answered as a success did nothing: Xero may mark the document as refused instead.
 * @param list that was asked: "BankTransactions".
 */
export function refusedDocument(
  what: string,
  list: string,
  { status, body }: Answer,
): ProviderError | undefined {
  const { data } = z.object({ [list]: elements }).safeParse(body);
  const refused = data?.[list]?.filter((each) => each.StatusAttributeString === "ERROR");
  if (!refused?.length) return undefined;
  const code = "ValidationException";
  const words = wordsOf({ Elements: refused });
  return new ProviderError("xero", "rejected", `${what}: ${code}`, { status, code, words });
}

/** Only the day's limit asks for a longer wait. Seconds. */
const LONGEST_MINUTE = 120;

/** The limit that was reached, whatever its spelling. */
function exceeded(headers: Headers): string | undefined {
  const problem =
    headers
      .get("x-rate-limit-problem")
      ?.toLowerCase()
      .replace(/[^a-z]/g, "") ?? "";
  const named = ["concurrent", "appminute", "minute", "day"].find((limit) =>
    problem.startsWith(limit),
  );
  const waits = retryAfterSeconds(headers.get("retry-after")) ?? 0;
  return named ?? (waits > LONGEST_MINUTE ? "day" : undefined);
}

// A list's own scope is missing: AuthorizationUnsuccessful. The organisation is no longer connected, though the token
// is good: 403 AuthenticationUnsuccessful. A page instead of either is a gateway's.
function failureOf(
  status: number,
  code: string | undefined,
  { isPage }: { isPage: boolean },
): ProviderFailure {
  if (status === 403 && isPage) return "unavailable";
  if (status === 401 || status === 403) {
    return code === "AuthorizationUnsuccessful" ? "forbidden" : "unauthorized";
  }
  if (status === 404) return "not_found";
  if (status === 429) return "rate_limited";
  return status >= 500 || status === 408 || status < 400 ? "unavailable" : "rejected";
}

/** Only the inner messages of a validation say what is wrong. */
function wordsOf(
  data: Pick<z.output<typeof problem>, "Elements" | "Message"> | undefined,
): string | undefined {
  const inner = data?.Elements?.flatMap(({ ValidationErrors }) =>
    (ValidationErrors ?? []).map(({ Message }) => Message),
  );
  const said = inner?.length ? [...new Set(inner)].join(" ") : data?.Message;
  return said?.slice(0, 300) || undefined;
}
