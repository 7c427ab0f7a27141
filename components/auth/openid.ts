import { NetworkError } from "@/lib/api-errors";
import * as z from "@/lib/zod";

/** A provider whose keys are configured, as the sign-in pages offer it. */
export interface OfferedProvider {
  id: string;
  name: string;
}

const ORIGIN = "signInOrigin";
/** Where providers lead back to; the sign-in page then fetches the session's token. */
const ARRIVAL = "/login?arrived=1";

const csrf = z.object({ csrfToken: z.string() });
const departure = z.object({ url: z.string() });
const session = z.object({ exchange: z.string().optional() });

/**
 * Begins a sign-in at a provider. A form would not do: our policy lets none lead to another site.
 * @returns the provider's address, to go to.
 * @throws NetworkError; Error when next-auth answers something unexpected.
 */
export async function beginOpenId(provider: string): Promise<string> {
  const { csrfToken } = csrf.parse(await nextAuth("csrf"));
  const form = new URLSearchParams({ csrfToken, callbackUrl: ARRIVAL, json: "true" });
  return departure.parse(await nextAuth(`signin/${provider}`, form)).url;
}

/** After the return: the code that buys the session's token, once; undefined when there is none. */
export async function arrivingExchange(): Promise<string | undefined> {
  return session.parse(await nextAuth("session")).exchange;
}

/** Remembers, across the visit to a provider, where the person wanted to be. */
export function rememberOrigin(address: string): void {
  sessionStorage.setItem(ORIGIN, address);
}

/** @returns what was remembered, once. */
export function takeOrigin(): string | null {
  const address = sessionStorage.getItem(ORIGIN);
  sessionStorage.removeItem(ORIGIN);
  return address;
}

async function nextAuth(path: string, form?: URLSearchParams): Promise<unknown> {
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
