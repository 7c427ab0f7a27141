import { ProviderError, type ProviderFailure } from "@/server/providers/errors";

/** Message codes of the API that are not a plain refusal. Any other `E…` is "rejected". */
const FAILURES: Record<string, ProviderFailure> = {
  E00001: "unavailable",
  E00053: "unavailable",
  E00104: "unavailable",
  E00005: "unauthorized",
  E00006: "unauthorized",
  E00007: "unauthorized",
  E00008: "unauthorized",
  E00010: "forbidden",
  E00011: "forbidden",
  E00040: "not_found",
};

// Enabled by the merchant under Account → Settings; without it, reports fail with E00011.
const REPORTING_PERMISSION = "Transaction Details API";

/** The error for `resultCode` "Error" with this code. */
export function refusalOf(request: string, code = "unknown"): ProviderError {
  const failure = FAILURES[code] ?? "rejected";
  return new ProviderError("authorizenet", failure, `${request}: ${code}`, {
    code,
    missingPermission: code === "E00011" ? REPORTING_PERMISSION : undefined,
  });
}

export function unavailable(request: string, why: string, status?: number): ProviderError {
  return new ProviderError("authorizenet", "unavailable", `${request}: ${why}`, { status });
}

/** A batch that cannot be read to the cent. It is left out and reported, never estimated. */
export function unreadable(why: string): ProviderError {
  return new ProviderError("authorizenet", "unavailable", why, { code: "lines_do_not_add_up" });
}

/** The account settles in several currencies, and batches do not name theirs. */
export function severalCurrencies(currencies: string[]): ProviderError {
  return new ProviderError(
    "authorizenet",
    "rejected",
    `the account settles in ${currencies.join(", ")}`,
    { code: "several_currencies" },
  );
}
