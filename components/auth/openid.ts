import { NetworkError } from "@/lib/api-errors";
import { isRecord } from "@/lib/json";

/** A provider whose keys are configured, as the sign-in pages offer it. */
export interface OfferedProvider {
  id: string;
  name: string;
}

const ORIGIN = "signInOrigin";
/** Where providers lead back to; the sign-in page then fetches the session's token. */
const ARRIVAL = "/login?arrived=1";

/**
 * Begins a sign-in at a provider. A form would not do: our policy lets none lead to another site.
 * @returns the provider's address, to go to.
 * @throws NetworkError; Error when next-auth answers something unexpected.
 */
export async function beginOpenId(provider: string): Promise<string> {
  const csrfToken = demandText(await nextAuth("csrf"), "csrfToken");
  const form = new URLSearchParams({ csrfToken, callbackUrl: ARRIVAL, json: "true" });
  return demandText(await nextAuth(`signin/${provider}`, form), "url");
}

/** After the return: the code that buys the session's token, once; undefined when there is none. */
export async function arrivingExchange(): Promise<string | undefined> {
  const session = await nextAuth("session");
  return session.exchange === undefined ? undefined : demandText(session, "exchange");
}

/** Remembers the page to return to during the redirect to a provider. */
export function rememberOrigin(address: string): void {
  sessionStorage.setItem(ORIGIN, address);
}

/** @returns what was remembered, once. */
export function takeOrigin(): string | null {
  const address = sessionStorage.getItem(ORIGIN);
  sessionStorage.removeItem(ORIGIN);
  return address;
}

function demandText(answer: Record<string, unknown>, name: string): string {
  const text = answer[name];
  if (typeof text !== "string") throw new Error(`next-auth answered without ${name}`);
  return text;
}

async function nextAuth(path: string, form?: URLSearchParams): Promise<Record<string, unknown>> {
  const answer = await ask(path, form);
  if (!isRecord(answer)) throw new Error("next-auth answered something unexpected");
  return answer;
}

async function ask(path: string, form?: URLSearchParams): Promise<unknown> {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: form ? "POST" : "GET",
      ...(form && { body: form }),
      cache: "no-store",
    });
    return await response.json();
  } catch (error) {
    throw new NetworkError("No connection to the server.", { cause: error });
  }
}
