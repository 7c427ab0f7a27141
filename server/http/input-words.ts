import type { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

/**
 * What is wrong with an input, for people and programs alike, where the contract has no words of its own: zod's
 * speak of its own types.
 */
export function inputWords(issue: RawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== "custom") return "Is required";
  switch (issue.code) {
    case "invalid_type":
      return `Must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`;
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      return ofUnion(issue.errors.flat());
    case "too_small":
      return `Must ${AMOUNTS[issue.origin] ?? "be"} at least ${amount(issue.minimum, issue.origin)}`;
    case "too_big":
      return `Must ${AMOUNTS[issue.origin] ?? "be"} at most ${amount(issue.maximum, issue.origin)}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "Has a wrong format";
    default:
      return undefined;
  }
}

const TYPES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const FORMATS: Record<string, string> = {
  date: "Must be a date such as 2026-01-31",
  datetime: "Must be a time such as 2026-01-31T09:30:00Z",
  email: "Must be an email address",
  url: "Must be a web address",
  uuid: "Must be an id such as 6f1d2c3b-4a5e-4f60-8123-456789abcdef",
};

const AMOUNTS: Record<string, string> = { string: "have", array: "have" };

function amount(bound: number | bigint | undefined, origin: string): string {
  const unit = { string: "character", array: "item" }[origin];
  if (unit === undefined) return String(bound);
  return `${bound} ${unit}${Number(bound) === 1 ? "" : "s"}`;
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.map((value) => (value === null ? "null" : String(value)));
  return shown.length === 1 ? `Must be ${shown[0]}` : `Must be one of ${shown.join(", ")}`;
}

/** All allowed values, if values are what is wrong; else the first words that say more than a type. */
function ofUnion(issues: readonly z.core.$ZodIssue[]): string {
  const values = issues.flatMap((issue) => (issue.code === "invalid_value" ? issue.values : []));
  if (values.length > 0) return oneOf(values);
  const telling = issues.find(({ code }) => code !== "invalid_type");
  if (telling) return telling.message;
  const types = issues.flatMap((issue) => (issue.code === "invalid_type" ? issue.expected : []));
  return `Must be ${[...new Set(types.map((type) => TYPES[type] ?? type))].join(" or ")}`;
}
