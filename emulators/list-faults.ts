import { z } from "zod";
import { type Call, parseJson } from "./http/call";
import type { Reply } from "./http/reply";

type Rows = unknown[];

const stripeList = z.looseObject({ object: z.literal("list"), data: z.array(z.unknown()) });
const queryAnswer = z.looseObject({ QueryResponse: z.record(z.string(), z.unknown()) });
const changesAnswer = z.looseObject({
  CDCResponse: z.array(
    z.looseObject({ QueryResponse: z.array(z.record(z.string(), z.unknown())) }),
  ),
});

/** Every row of every list twice, as when a page is delivered a second time. */
export function doubledRows(reply: Reply): Reply {
  return withRows(reply, (rows) => [...rows, ...rows]);
}

export function reversedRows(reply: Reply): Reply {
  return withRows(reply, (rows) => rows.toReversed());
}

/** A Stripe list with a shorter page than requested and `has_more` set. */
export function firstHalf(reply: Reply): Reply {
  const list = stripeList.safeParse(read(reply)).data;
  if (!list || list.data.length < 2) return reply;
  const data = list.data.slice(0, Math.ceil(list.data.length / 2));
  return written(reply, { ...list, data, has_more: true });
}

/** The call for a further page, starting one row too early; undefined for a first page. */
export function overlapping(call: Call): Call | undefined {
  const query = new URLSearchParams(call.query);
  const after = query.get("starting_after");
  if (after) {
    query.delete("starting_after");
    return { ...call, query };
  }
  const text = query.get("query") ?? "";
  const position = Number(/startposition (\d+)/i.exec(text)?.[1] ?? 1);
  if (position <= 1) return undefined;
  query.set("query", text.replace(/startposition \d+/i, `startposition ${position - 1}`));
  return { ...call, query };
}

/** Changes the rows of every list in a provider's answer. */
function withRows(reply: Reply, bend: (rows: Rows) => Rows): Reply {
  const body = read(reply);
  const list = stripeList.safeParse(body).data;
  if (list) return written(reply, { ...list, data: bend(list.data) });
  const query = queryAnswer.safeParse(body).data;
  if (query) return written(reply, { ...query, QueryResponse: bentLists(query.QueryResponse) });
  const changes = changesAnswer.safeParse(body).data;
  if (changes) {
    const CDCResponse = changes.CDCResponse.map((part) => ({
      ...part,
      QueryResponse: part.QueryResponse.map(bentLists),
    }));
    return written(reply, { ...changes, CDCResponse });
  }
  return body && typeof body === "object" ? written(reply, bentLists(body)) : reply;

  function bentLists(holder: object): object {
    return Object.fromEntries(
      Object.entries(holder).map(([name, value]) => [
        name,
        Array.isArray(value) ? bend(value) : value,
      ]),
    );
  }
}

function read(reply: Reply): unknown {
  return parseJson(reply.body.replace(/^\uFEFF/, ""));
}

function written(reply: Reply, body: object): Reply {
  const mark = reply.body.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { ...reply, body: mark + JSON.stringify(body) };
}
