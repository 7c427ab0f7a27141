import type { JsonSchema } from "@/lib/openapi/json-schema";

const TYPES = {
  amount: { $ref: "#/components/schemas/Amount" },
  currency: { $ref: "#/components/schemas/Currency" },
  day: { $ref: "#/components/schemas/Day" },
  time: { type: "string", format: "date-time" },
  id: { $ref: "#/components/schemas/RowId" },
  ids: { type: "array", items: { $ref: "#/components/schemas/RowId" } },
  uuid: { type: "string", format: "uuid" },
  text: { type: "string" },
  texts: { type: "array", items: { type: "string" } },
  flag: { type: "boolean" },
  integer: { type: "integer" },
  number: { type: "number" },
  json: {},
} as const satisfies Record<string, JsonSchema>;

type Type = keyof typeof TYPES;

/** A column of the export: what it means, its type ("?": or null) or its values, and whether these can be missing. */
type Column =
  | readonly [description: string, type: Type | `${Type}?`]
  | readonly [description: string, values: readonly string[], canBeNull?: true];

export type Columns = Readonly<Record<string, Column>>;

/** The columns of rows by their type. */
export type Rows = Readonly<Record<string, { about: string; columns: Columns }>>;

/** A column as JSON Schema. */
export function columnSchema([description, type, canBeNull]: Column): JsonSchema {
  if (typeof type !== "string") {
    const values = { type: "string", enum: type };
    return { ...(canBeNull ? orNull(values) : values), description };
  }
  if (!type.endsWith("?")) return { ...TYPES[type as Type], description };
  return { ...orNull(TYPES[type.slice(0, -1) as Type]), description };
}

function orNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? {} : { anyOf: [schema, { type: "null" }] };
}
