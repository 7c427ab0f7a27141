import { beforeAll, expect, test } from "vitest";
import {
  filterQuery,
  type Index,
  indexOf,
  NO_FILTER,
  readFilter,
  searched,
} from "@/lib/openapi/search";
import { buildDocument } from "@/tools/product/build-document";

let index: Index;

beforeAll(async () => {
  index = indexOf(await buildDocument("."));
});

const found = (filter: object) => {
  const { named, byField } = searched(index, { ...NO_FILTER, ...filter });
  return { named: named.map(({ name }) => name), byField: byField.map(({ name }) => name) };
};

test("operations are found by all words, by what they are called before what their schemas have", () => {
  expect(found({}).named).toHaveLength(index.operations.length);
  const { named, byField } = found({ q: " Confirm-Match " });
  expect(named).toContain("confirmMatch");
  expect(found({ q: "confirm suggested" }).named).toContain("confirmMatch");
  expect(byField).not.toContain("confirmMatch");
  expect(found({ q: "deleted_at" }).byField).toContain("depositList");
  expect(found({ q: "no such thing" })).toEqual({ named: [], byField: [] });
});

test("method, least role and API tokens limit what is found", () => {
  const { named } = found({ method: "POST", role: "admin", tokens: true });
  const all = index.operations.filter(({ name }) => named.includes(name));
  expect(all).not.toEqual([]);
  expect(all.length).toBeLessThan(index.operations.length);
  expect(
    all.every(({ method, role, apiTokens }) => method === "POST" && role === "admin" && apiTokens),
  ).toBe(true);
  expect(found({ tokens: true }).named).not.toContain("login");
  expect(found({ role: "bookkeeper" }).named).toContain("confirmMatch");
});

test("the filter is kept in the address, which may say anything", () => {
  const filter = { q: "fee & tax", method: "GET", role: "viewer", tokens: true };
  expect(readFilter(new URLSearchParams(filterQuery(filter)))).toEqual(filter);
  expect(filterQuery(NO_FILTER)).toBe("");
  expect(readFilter(new URLSearchParams("q=a&q=b&method=PATCH&role=king"))).toEqual({
    ...NO_FILTER,
    q: "a",
  });
});
