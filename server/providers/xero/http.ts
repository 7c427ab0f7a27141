import { ProviderError } from "@/server/providers/errors";

export interface Answer {
  status: number;
  headers: Headers;
  /** Undefined for what is no JSON: Xero's 404 and 503 are text. */
  body: unknown;
}

/**
 * One request as it is, without following redirects: one would carry a booking or a token to another address.
 * @throws ProviderError "unavailable" without an answer; its message has no address and no secret.
 */
export async function fetchAnswer(
  what: string,
  url: URL,
  init: RequestInit,
  timeoutMs: number,
): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, headers: answer.headers, body: json(await answer.text()) };
  } catch (error) {
    const why = error instanceof Error ? error.name : "no answer";
    throw new ProviderError("xero", "unavailable", `${what}: ${why}`);
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
