import type { Endpoint } from "@/lib/contracts/endpoint";
import { WrittenAnswer } from "@/server/http/conditional-answer";
import type { SessionContext } from "@/server/platform/context";
import { singleton } from "@/server/platform/singleton";

interface Entry {
  /** Of the company's books, in which it was worked out. */
  revision: string;
  answer: WrittenAnswer;
}

/** Of all answers together, and of one: larger ones are rarely asked for twice. */
const MAX_BYTES = { all: 8_388_608, one: 524_288 };

/** By {@link keyOf}, the one that wasn't asked for the longest time first. */
const kept = singleton("kept answers", () => ({ entries: new Map<string, Entry>(), bytes: 0 }));

/**
 * The answer of an endpoint with `kept`: the one that is kept while the company's books are as they were then, else a new
 * one. The session was checked for this request; what is kept is that caller's own.
 * @param work works out what is answered, parsed by the contract
 */
export async function keptAnswer(
  session: SessionContext,
  endpoint: Pick<Endpoint, "method" | "path" | "kept">,
  query: unknown,
  work: () => Promise<unknown>,
): Promise<WrittenAnswer> {
  const { revision = null } = session;
  const key = keyOf(session, endpoint, query);
  const known = take(key);
  if (known && known.revision === revision) {
    put(key, known);
    return known.answer;
  }
  const value = await work();
  const answer = new WrittenAnswer(new TextEncoder().encode(JSON.stringify(value)));
  // The revision was read before the books were: a change in between has a later one, which never finds this entry.
  if (revision !== null && answer.bytes.length <= MAX_BYTES.one && endpoint.kept?.(value)) {
    put(key, { revision, answer });
  }
  return answer;
}

/** Answers differ by company, role and user; some sentences also by whether a program asks. */
function keyOf(
  { companyId, userId, role, apiToken }: SessionContext,
  { method, path }: Pick<Endpoint, "method" | "path">,
  query: unknown,
): string {
  const caller = [companyId, userId, role, apiToken === undefined];
  return JSON.stringify([...caller, method, path, query]);
}

function take(key: string): Entry | undefined {
  const entry = kept.entries.get(key);
  if (!entry) return undefined;
  kept.entries.delete(key);
  kept.bytes -= entry.answer.bytes.length;
  return entry;
}

function put(key: string, entry: Entry): void {
  // Another request may have put its own meanwhile.
  take(key);
  kept.entries.set(key, entry);
  kept.bytes += entry.answer.bytes.length;
  for (const oldest of kept.entries.keys()) {
    if (kept.bytes <= MAX_BYTES.all) return;
    take(oldest);
  }
}
