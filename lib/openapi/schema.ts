import type { Direction, JsonSchema } from "@/lib/openapi/json-schema";
import { publishedAs } from "@/lib/openapi/published";
import * as z from "@/lib/zod";

/** A contract as JSON Schema of its `input` or `output`, with everything in place. */
export function toJsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
  return convert(schema, io);
}

/**
 * The same with references to `#/components/schemas/` where a schema has a name.
 * @returns the schema, and the named ones that it refers to
 */
export function toReferences(
  schema: z.ZodType,
  io: Direction,
): { schema: JsonSchema; named: Record<string, JsonSchema> } {
  // Inside an object, so that the schema itself can be a reference too.
  const wrapped = convert(z.object({ it: schema }), io);
  const { properties, $defs = {} } = pointed(wrapped) as JsonSchema & Definitions;
  return { schema: properties?.it ?? {}, named: $defs };
}

interface Definitions {
  $defs?: Record<string, JsonSchema>;
}

function convert(schema: z.ZodType, io: Direction): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => narrow(zodSchema as unknown as z.ZodType, jsonSchema),
  });
  return rest as JsonSchema;
}

/** Puts what is published in the place of what is parsed. */
function narrow(zodSchema: z.ZodType, json: object): void {
  const own = json as JsonSchema & { id?: string };
  delete own.id;
  const published = publishedAs(zodSchema);
  if (published && own.$ref === undefined) {
    const { description, examples } = own;
    for (const key of Object.keys(own)) delete own[key as keyof JsonSchema];
    Object.assign(own, published, description && { description }, examples && { examples });
  }
  // As text of an address it is digits.
  if (own.type === "integer") delete own.pattern;
}

/** All references, which zod makes to `#/$defs/`, as a document of OpenAPI has them. */
function pointed(schema: object): object {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
}
