import { describe, expect, test } from "vitest";
import type { Call } from "@/sandbox/http/call";
import { json } from "@/sandbox/http/reply";
import { doubledRows, firstHalf, overlapping, reversedRows } from "@/sandbox/list-faults";

const call = (query: Record<string, string>): Call => ({
  method: "GET",
  path: "/",
  query: new URLSearchParams(query),
  headers: {},
  body: "",
});

const stripe = json(200, { object: "list", data: [1, 2, 3], has_more: false, url: "/v1/payouts" });

describe("rows", () => {
  test("of every provider's lists come twice or in the other order", () => {
    const bodies: [unknown, unknown][] = [
      [{ QueryResponse: { Payment: [1, 2], maxResults: 2 } }, { Payment: [2, 1], maxResults: 2 }],
      [{ CDCResponse: [{ QueryResponse: [{ Payment: [1, 2] }, {}] }] }, [{ Payment: [2, 1] }, {}]],
      [{ transactions: [1, 2], totalNumInResultSet: 2 }, [2, 1]],
    ];
    for (const [body, expected] of bodies) {
      expect(reversedRows(json(200, body)).body).toContain(JSON.stringify(expected));
    }
    expect(JSON.parse(doubledRows(stripe).body).data).toEqual([1, 2, 3, 1, 2, 3]);
    const marked = { ...stripe, body: `\uFEFF${stripe.body}` };
    expect(reversedRows(marked).body).toMatch(/^\uFEFF\{.*\[3,2,1\]/);
  });

  test("a page ends early, and the next begins early", () => {
    expect(JSON.parse(firstHalf(stripe).body)).toMatchObject({ data: [1, 2], has_more: true });
    expect(overlapping(call({ limit: "100" }))).toBeUndefined();
    expect(overlapping(call({ starting_after: "po_2" }))?.query.has("starting_after")).toBe(false);
    const query = "select * from payment startposition 5 maxresults 3";
    expect(overlapping(call({ query }))?.query.get("query")).toContain("startposition 4 ");
    expect(overlapping(call({ query: query.replace("5", "1") }))).toBeUndefined();
  });
});
