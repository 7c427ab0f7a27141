import { randomUUID } from "node:crypto";

/** Added to an id, one that no row has. */
const UNUSED = 1_900_000_000;

/** A request's input with ids of the same form that no row has. @param isId whether a field of that name has ids */
export function withUnknownIds(
  input: Record<string, unknown> | undefined,
  isId: (name: string) => boolean,
): Record<string, unknown> | undefined {
  return (
    input &&
    Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, isId(name) ? unknown(value) : value]),
    )
  );
}

function unknown(id: unknown): unknown {
  if (Array.isArray(id)) return id.map(unknown);
  if (typeof id === "number") return id + UNUSED;
  const text = String(id);
  if (text.length === randomUUID().length) return randomUUID();
  const [, words = "", digits = ""] = /^(.*?)(\d*)$/.exec(text) ?? [];
  return `${words}${Number(digits) + UNUSED}`;
}
