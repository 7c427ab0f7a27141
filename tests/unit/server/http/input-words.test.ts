import { expect, test } from "vitest";
import { z } from "zod";
import { amountNumber, rowId } from "@/lib/contracts/common";
import { depositFilter } from "@/lib/contracts/deposits";
import { inputWords } from "@/server/http/input-words";

const wordsFor = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: inputWords }).error?.issues[0]?.message;

test.each<[string, z.ZodType, unknown, string]>([
  ["missing", z.object({ id: rowId }), {}, "Is required"],
  ["an id in words", rowId, "abc", "Must be a whole number"],
  ["a broken id", rowId, 1.5, "Must be a whole number"],
  ["an id of 0", rowId, 0, "Must be at least 1"],
  ["an id that is neither", rowId, true, "Must be a number or text"],
  ["an amount in words", amountNumber, "lots", "Must be an amount"],
  [
    "an unknown status",
    depositFilter.shape.status,
    "pnding",
    "Must be one of pending, suggested, matched, posted, all",
  ],
  ["an unknown choice", z.enum(["asc", "desc"]), "up", "Must be one of asc, desc"],
  ["a switch in words", z.boolean(), "yes", "Must be true or false"],
  ["a day", z.iso.date(), "31.1.2026", "Must be a date such as 2026-01-31"],
  ["too short a text", z.string().min(2), "a", "Must have at least 2 characters"],
  ["too long a list", z.array(z.string()).max(1), ["a", "b"], "Must have at most 1 item"],
  ["a list for an object", z.object({}), [], "Must be an object"],
  ["own words of a contract", z.string().min(3, "Name is required"), "", "Name is required"],
])("%s", (_, schema, input, words) => {
  expect(wordsFor(schema, input)).toBe(words);
});
