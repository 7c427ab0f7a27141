import pg from "pg";
import { vi } from "vitest";

/** Observes the driver: all that this process sends to PostgreSQL, whichever pool sends it. */
const sent = vi.spyOn(pg.Client.prototype, "query");

/** The statements that were sent since the last time, in order. What the job queue does by itself is left out. */
export function takeStatements(): string[] {
  const texts = sent.mock.calls.flatMap(([query], index) => {
    const text = textOf(query);
    return isUpkeep(sent.mock.contexts[index], text) ? [] : text;
  });
  sent.mockClear();
  return texts;
}

function isUpkeep(client: unknown, text: string): boolean {
  const parameters: unknown = Reflect.get(Object(client), "connectionParameters");
  const isQueue = Reflect.get(Object(parameters), "application_name") === "deposit-matcher-queue";
  return isQueue && !/INSERT INTO pgboss\.job\b/i.test(text);
}

function textOf(query: unknown): string {
  return typeof query === "string" ? query : String(Reflect.get(Object(query), "text"));
}

/** Opens or ends a transaction, and says whose it is. */
export function isFrame(text: string): boolean {
  return /^(BEGIN|COMMIT|ROLLBACK)\b/.test(text);
}
