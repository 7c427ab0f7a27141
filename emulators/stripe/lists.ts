import { badRequest, noSuch } from "./errors";
import type { Params } from "./params";

interface Listed {
  id: string;
  created: number;
}

interface StripeList<T> {
  object: "list";
  url: string;
  has_more: boolean;
  data: T[];
}

/**
 * One page, newest first. Cursors are ids: `starting_after` continues after that object,
 * `ending_before` returns the page right before it, in the same order.
 * @throws StripeFault 400 when the cursor is not an object of `all`.
 */
export function page<T extends Listed>(
  all: readonly T[],
  keep: (item: T) => boolean,
  params: Params,
  kind: string,
  url: string,
): StripeList<T> {
  const { starting_after: after, ending_before: before } = params.strings;
  if (after && before) {
    throw badRequest("You cannot use both `starting_after` and `ending_before`.", undefined);
  }
  const newestFirst = [...all].reverse().sort((left, right) => right.created - left.created);
  const position = (id: string, param: string): number => {
    const index = newestFirst.findIndex((item) => item.id === id);
    if (index < 0) throw noSuch(kind, id, param);
    return index;
  };
  if (before) {
    const found = newestFirst.slice(0, position(before, "ending_before")).filter(keep);
    const data = found.slice(-params.limit);
    return { object: "list", url, has_more: found.length > data.length, data };
  }
  const start = after ? position(after, "starting_after") + 1 : 0;
  const found = newestFirst.slice(start).filter(keep);
  const data = found.slice(0, params.limit);
  return { object: "list", url, has_more: found.length > data.length, data };
}
