import { describe, expect, test } from "vitest";
import type { ZodObject, ZodType } from "zod";
import { endpoints } from "@/lib/contracts/registry";
import { toJsonSchema } from "@/lib/openapi/schema";
import { parseQuery } from "@/server/http/parse";

/** `Number` reads each of them as a number. */
const NO_DIGITS = ["0x2", "0b1", "0o7", "1e1", "1.0", " 2", "2 ", "\n2", "+2", "-0", "٢", "1_0"];

/** Every parameter of an address that a contract reads as a number, whatever it is made of. */
const numbers = endpoints.flatMap(({ name, query }) =>
  Object.entries(query ? (query as unknown as ZodObject).shape : {})
    .filter(([, field]) => typeof (field as ZodType).safeParse("1").data === "number")
    .map(([parameter, field]) => ({ name, parameter, field: field as ZodType })),
);

const read = (field: ZodType, text: string) => field.safeParse(text).success;

describe("numbers in addresses", () => {
  test("are found in the contracts", () => {
    const found = new Set(numbers.map(({ parameter }) => parameter));
    const known = [
      "after",
      "deposit_id",
      "limit",
      "line_id",
      "page",
      "page_size",
      "rule_id",
      "wait",
    ];
    expect([...found].sort()).toEqual(known);
  });

  test.each(numbers)("$name: $parameter is decimal digits alone", ({ field }) => {
    expect(read(field, "1")).toBe(true);
    expect(NO_DIGITS.filter((text) => read(field, text))).toEqual([]);
    expect(read(field, "99999999999")).toBe(false);
    const { type, anyOf } = toJsonSchema(field, "input");
    expect(["integer", "number"]).toContain(anyOf?.[0]?.type ?? type);
  });

  test("an empty one is refused, and no 0", () => {
    const list = endpoints.find(({ name }) => name === "depositList");
    const ask = (query: string) => parseQuery(new Request(`http://x/?${query}`), list?.query);
    expect(() => ask("page=&page_size=")).toThrow("no value");
    expect(() => ask("page=%20")).toThrow("Must be a whole number");
  });
});
