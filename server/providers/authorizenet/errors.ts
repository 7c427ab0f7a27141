import { ProviderError, type ProviderFailure } from "@/server/providers/errors";

/** Message codes of the API, by what to do about them. Any other `E…` is a definite no. */
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

// The merchant switches it on under Account, Settings; without it E00011 is all that reports say.
const REPORTING_PERMISSION = "Transaction Details API";

/** What `resultCode` "Error" with this code means. */
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

/** A batch that we can't read to the cent: left out and named, never guessed at. */
export function unreadable(why: string): ProviderError {
  return new ProviderError("authorizenet", "unavailable", why, { code: "lines_do_not_add_up" });
}

/** The account settles in more than one currency, and no batch says in which. */
export function severalCurrencies(currencies: string[]): ProviderError {
  return new ProviderError(
    "authorizenet",
    "rejected",
    `the account settles in ${currencies.join(", ")}`,
    { code: "several_currencies" },
  );
}
