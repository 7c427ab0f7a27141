import { business, faultBody, QuickBooksFault } from "./faults";
import { presented } from "./present";
import { runQuery } from "./query";
import { remove } from "./removals";
import { asEntityName, type QuickBooksState, wireTime } from "./state";
import { write } from "./writes";

const MOST = 30;

/** `POST /batch`: runs items in order. A failed item does not stop the next. */
export function runBatch(body: unknown, state: QuickBooksState) {
  const items = (body as { BatchItemRequest?: unknown } | undefined)?.BatchItemRequest;
  if (!Array.isArray(items) || items.length > MOST) {
    throw business(`A batch holds 1 to ${MOST} items.`);
  }
  const answers = items.map((item: Record<string, unknown>) => {
    try {
      return { bId: item.bId, ...runItem(item, state) };
    } catch (error) {
      if (!(error instanceof QuickBooksFault)) throw error;
      return { bId: item.bId, Fault: faultBody(error).Fault };
    }
  });
  return { BatchItemResponse: answers, time: wireTime(new Date(), true) };
}

function runItem(item: Record<string, unknown>, state: QuickBooksState): Record<string, unknown> {
  if (typeof item.Query === "string") return { QueryResponse: runQuery(item.Query, state) };
  const { bId, operation, ...rest } = item;
  const [key, entity] = Object.entries(rest)[0] ?? [];
  const name = asEntityName(key ?? "");
  if (!name) throw business("The item names no known entity.");
  if (operation === "delete") return { [name]: remove(state, name, entity) };
  return { [name]: presented(state, name, write(state, name, entity)) };
}
