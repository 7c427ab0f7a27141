import type { Emulated } from "./emulated";
import type { Call } from "./http/call";

export interface LoggedRequest {
  at: string;
  provider: Emulated;
  method: string;
  path: string;
  query: string;
  status: number;
  /** Milliseconds of processing, without an injected delay. */
  ms: number;
  fault?: string;
  /** The operation, where the path does not show it. */
  operation?: string;
}

const KEPT = 5000;
const SECRET = /code|token|secret|state/i;

/** Requests to the providers, newest last. Secrets in query strings are blanked. */
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
