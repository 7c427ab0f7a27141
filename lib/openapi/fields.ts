import type { JsonSchema } from "@/lib/openapi/json-schema";

/** One field of a request or response, as listed on the page. */
export interface FieldRow {
  /** "deposits[].lines[].amount" */
  path: string;
  type: string;
  required: boolean;
  /** Bounds and examples in words; empty when there are none. */
  note: string;
}

/** All fields below an object, depth first, in the contract's order. */
export function fieldRows(schema: JsonSchema, prefix = ""): FieldRow[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const row = {
      path,
      type: typeOf(field),
      required: required.includes(name),
      note: noteOf(field),
    };
    return [row, ...innerRows(field, path)];
  });
}

function innerRows(field: JsonSchema, path: string): FieldRow[] {
  const [plain] = withoutNull(field);
  if (plain?.items) return innerRows(plain.items, `${path}[]`);
  return plain?.properties ? fieldRows(plain, `${path}.`) : [];
}

function typeOf(field: JsonSchema): string {
  if (field.enum) return field.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (field.const !== undefined) return JSON.stringify(field.const);
  if (field.anyOf) return [...new Set(field.anyOf.map(typeOf))].join(" | ");
  if (field.items) return `${typeOf(field.items)}[]`;
  return field.format ?? [field.type ?? "any"].flat().join(" | ");
}

/** The alternatives of a nullable field. */
function withoutNull(field: JsonSchema): JsonSchema[] {
  return (field.anyOf ?? [field]).filter(({ type }) => type !== "null");
}

function noteOf(field: JsonSchema): string {
  const [bounds = field] = withoutNull(field);
  return [
    range(bounds.minLength, bounds.maxLength, "characters"),
    range(bounds.minItems, bounds.maxItems, "items"),
    range(bounds.minimum, bounds.maximum, ""),
    field.description,
    field.examples && `such as ${field.examples.map((each) => JSON.stringify(each)).join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  // JSON Schema adds the safe integers when a contract has no bound.
  const low = from === undefined || from <= -Number.MAX_SAFE_INTEGER ? undefined : from;
  const high = to === undefined || to >= Number.MAX_SAFE_INTEGER ? undefined : to;
  if (low === undefined && high === undefined) return "";
  if (high === undefined) return `at least ${low} ${unit}`.trim();
  return `${low === undefined ? "at most" : `${low} to`} ${high} ${unit}`.trim();
}
