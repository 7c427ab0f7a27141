import type { z } from "zod";
import { parseReply } from "@/server/providers/parse";
import { listOf } from "@/server/providers/stripe/schemas";

/** The most that Stripe lists at once. */
export const PAGE = 100;

/** Every page of a list, parsed before the next one is requested. */
export async function* pages<T extends { id: string }>(
  what: string,
  item: z.ZodType<T>,
  fetchPage: (after: { starting_after?: string }) => Promise<unknown>,
): AsyncGenerator<T[]> {
  let after: { starting_after?: string } = {};
  for (;;) {
    const page = parseReply("stripe", what, listOf(item), await fetchPage(after));
    const last = page.data.at(-1);
    if (!last) return;
    yield page.data;
    if (!page.has_more) return;
    after = { starting_after: last.id };
  }
}
