import { problem } from "@/lib/contracts/common";
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";

/** Calls the product's HTTP API, as every client does. Throws an Error with the API's message. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input?: { body?: BodyOf<E>; query?: QueryOf<E> },
) => Promise<ResponseOf<E>>;

const timeoutMs = 60_000;

/** A client of the product at `baseUrl`, signed in when it has a token. */
export function openApi(baseUrl: string, token?: string): Call {
  return async (endpoint, { body, query } = {}) => {
    const address = new URL(`/api${endpoint.path}`, baseUrl);
    for (const [name, value] of Object.entries(query ?? {})) {
      address.searchParams.set(name, String(value));
    }
    const answer = await fetch(address, {
      method: endpoint.method,
      headers: {
        "Content-Type": "application/json",
        ...(token && { Authorization: token }),
      },
      ...(endpoint.method !== "GET" && { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const content: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok) {
      const { data } = problem.safeParse(content);
      throw new Error(
        `${endpoint.path} answered ${answer.status}: ${data?.message ?? "no message"}`,
      );
    }
    return endpoint.response.parse(content) as ResponseOf<typeof endpoint>;
  };
}
