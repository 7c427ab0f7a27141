import type { JsonSchema } from "@/lib/openapi/json-schema";
import { schemaName } from "@/lib/openapi/reader";

/** One field of a request or answer, as listed on the page. */
export interface FieldRow {
  /** "deposits[].lines[].amount" */
  path: string;
  type: TypePart[];
  /** Those of a long enum, which its type doesn't name. */
  values: string[];
  required: boolean;
  description: string;
  /** Bounds and examples in words; empty when there are none. */
  bounds: string;
}

/** A piece of a type's name; `schema` is the named schema that it links to. */
export interface TypePart {
  text: string;
  schema?: string;
}

/** One of several shapes, with what tells it from the others: `"sync-runs"`. */
export interface Variant {
  title: string;
  description: string;
  schema: JsonSchema;
}

/**
 * All fields below a schema, depth first and in the contract's order, down to named schemas.
 * @param path where the schema is: "deposits[]"
 */
export function fieldRows(schema: JsonSchema, path = ""): FieldRow[] {
  if (schema.$ref) return [];
  return withoutNull(schema).flatMap((plain) => {
    if (plain.items) return fieldRows(plain.items, `${path}[]`);
    const { properties = {}, required = [] } = plain;
    return Object.entries(properties).flatMap(([name, field]) => {
      const inner = path ? `${path}.${name}` : name;
      return [fieldRow(inner, field, required.includes(name)), ...fieldRows(field, inner)];
    });
  });
}

/** A field without those below it. */
export function fieldRow(path: string, field: JsonSchema, required: boolean): FieldRow {
  return {
    path,
    type: typeOf(field),
    values: valuesOf(field),
    required,
    description: field.description ?? "",
    bounds: boundsOf(field),
  };
}

/** The shapes that a schema may have, where it is one of several objects. */
export function variantsOf({ oneOf, anyOf }: JsonSchema): Variant[] {
  const shapes = (oneOf ?? anyOf ?? []).filter(({ properties }) => properties);
  if (shapes.length < 2) return [];
  const marks = shapes.map(({ properties = {} }) =>
    Object.values(properties).find((each) => each.const !== undefined || each.enum?.length === 1),
  );
  // Words that all shapes have in common tell nothing.
  const isTelling = new Set(marks.map((mark) => mark?.description)).size > 1;
  return shapes.map((schema, index) => {
    const mark = marks[index];
    return {
      title: JSON.stringify(mark?.const ?? mark?.enum?.[0] ?? index + 1),
      description: (isTelling && mark?.description) || "",
      schema,
    };
  });
}

/** A type's name, in parts. */
export function typeOf(field: JsonSchema): TypePart[] {
  const schema = schemaName(field);
  if (schema) return [{ text: schema, schema }];
  const { anyOf, oneOf, items, additionalProperties } = field;
  if (field.enum && !isLong(field.enum)) {
    return joined(field.enum.map((value) => [{ text: JSON.stringify(value) }]));
  }
  if (field.const !== undefined) return [{ text: JSON.stringify(field.const) }];
  if (anyOf ?? oneOf) return joined((anyOf ?? oneOf ?? []).map(typeOf));
  if (items) return listOf(items);
  if (typeof additionalProperties === "object") {
    return [{ text: "map of " }, ...typeOf(additionalProperties)];
  }
  return [{ text: field.format ?? [field.type ?? "any"].flat().join(" | ") }];
}

/** The values of an enum, or of a list of its values, that is too long for a type's name; otherwise none. */
export function valuesOf(field: JsonSchema): string[] {
  return withoutNull(field).flatMap(({ items, enum: values = [] }) => {
    if (items) return valuesOf(items);
    return isLong(values) ? values.map(String) : [];
  });
}

function isLong(values: readonly unknown[]): boolean {
  return values.length > 4;
}

function listOf(items: JsonSchema): TypePart[] {
  const type = typeOf(items);
  return type.length > 1 ? [{ text: "(" }, ...type, { text: ")[]" }] : [...type, { text: "[]" }];
}

function joined(types: TypePart[][]): TypePart[] {
  const different = new Map(types.map((type) => [JSON.stringify(type), type]));
  return [...different.values()].flatMap((type, index) =>
    index === 0 ? type : [{ text: " | " }, ...type],
  );
}

/** The alternatives of a nullable field. */
function withoutNull(field: JsonSchema): JsonSchema[] {
  return (field.anyOf ?? [field]).filter(({ type }) => type !== "null");
}

/** Bounds, default and examples in words; empty when there are none. */
export function boundsOf(field: JsonSchema): string {
  const [bounds = field] = withoutNull(field);
  return [
    range(bounds.minLength, bounds.maxLength, "characters"),
    range(bounds.minItems, bounds.maxItems, "items"),
    range(bounds.minimum, bounds.maximum, ""),
    field.default !== undefined && `default ${JSON.stringify(field.default)}`,
    field.examples && `such as ${field.examples.map((each) => JSON.stringify(each)).join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  if (low === undefined && high === undefined) return "";
  if (high === undefined) return `at least ${low} ${unit}`.trim();
  return `${low === undefined ? "at most" : `${low} to`} ${high} ${unit}`.trim();
}
