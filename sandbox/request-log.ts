import type { ProviderName } from "./faults";
import type { Call } from "./http/call";

export interface LoggedRequest {
  at: string;
  provider: ProviderName;
  method: string;
  path: string;
  query: string;
  status: number;
  /** Milliseconds that the stand-in worked, without an injected delay. */
  ms: number;
  fault?: string;
  /** What was asked for, where the path doesn't tell. */
  operation?: string;
}

const KEPT = 5000;
const SECRET = /code|token|secret|state/i;

/** What the providers were asked, newest last; secrets in query strings are blanked. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(entry: Omit<LoggedRequest, "query" | "method" | "path">, call: Call): void {
    const query = new URLSearchParams(call.query);
    for (const name of query.keys()) if (SECRET.test(name)) query.set(name, "[hidden]");
    this.#entries.push({ ...entry, method: call.method, path: call.path, query: `${query}` });
    if (this.#entries.length > KEPT) this.#entries.splice(0, this.#entries.length - KEPT);
  }

  list(): LoggedRequest[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries = [];
  }
}
