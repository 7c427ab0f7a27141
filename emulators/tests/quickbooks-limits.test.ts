import { expect, test } from "vitest";
import type { Call } from "@/emulators/http/call";
import { CallLimits } from "@/emulators/quickbooks/limits";

const call = (path: string, method = "GET"): Call => ({
  method,
  path: `/v3/company/1/${path}`,
  query: new URLSearchParams(),
  headers: {},
  body: "",
});

/** How many calls at these times (milliseconds) are refused. */
function refused(times: number[], path = "query", limits = new CallLimits()): number[] {
  return times.filter((at) => limits.refuse(call(path), at) !== undefined);
}

const every = (ms: number, count: number) => Array.from({ length: count }, (_, n) => n * ms);

test("ten calls in any second are answered, the eleventh is not", () => {
  expect(refused(every(1, 11))).toEqual([10]);
  expect(refused([...every(1, 10), 999, 1000])).toEqual([999]);
  // Any second, not a clock second: five at the end of one and six at the start of the next.
  expect(refused([900, 920, 940, 960, 980, 1000, 1020, 1040, 1060, 1080, 1100])).toEqual([1100]);
  expect(refused(every(100, 300))).toEqual([]);
});

test("five hundred in any minute", () => {
  expect(refused(every(110, 502))).toEqual([500 * 110, 501 * 110]);
  expect(refused(every(121, 2000))).toEqual([]);
});

test("forty batches in any minute", () => {
  expect(refused(every(200, 42), "batch")).toEqual([8000, 8200]);
});

test("a refusal is XML with status 429; other pages are not counted", () => {
  const limits = new CallLimits();
  refused(every(1, 10), "query", limits);
  const reply = limits.refuse(call("query"), 11);
  expect(reply).toMatchObject({ status: 429 });
  expect(reply?.headers["content-type"]).toContain("xml");
  expect(reply?.body).toContain('<Error code="3001">');
  expect(limits.refuse({ ...call("x"), path: "/oauth2/v1/tokens/bearer" }, 12)).toBeUndefined();
});
