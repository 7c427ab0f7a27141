import { described } from "@/lib/openapi/glossary";
import type { Direction, JsonSchema } from "@/lib/openapi/json-schema";
import { toReferences } from "@/lib/openapi/schema";
import type * as z from "@/lib/zod";

/** Collects the named schemas of a document, each once. */
export class Schemas {
  readonly named: Record<string, JsonSchema> = {};

  /**
   * A contract as it is published: with references to named schemas and a description of each field. Answers are open:
   * fields are added to them.
   * @throws Error when two schemas have the same name
   */
  published(contract: z.ZodType, io: Direction): JsonSchema {
    const { schema, named } = toReferences(contract, io);
    for (const [name, each] of Object.entries(named)) this.add(name, described(opened(each)));
    return described(opened(schema));
  }

  add(name: string, schema: JsonSchema): void {
    const before = this.named[name];
    if (before && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`The document has two different schemas called ${name}`);
    }
    this.named[name] = schema;
  }

  /** What a reference refers to. */
  resolved(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split("/").at(-1);
    return (name && this.named[name]) || schema;
  }
}

/**
 * Without `additionalProperties: false`, since a client that validates would break with each new field, and without the
 * bounds of JavaScript's integers.
 */
function opened(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value) =>
    (key === "additionalProperties" && value === false) || isSafeBound(key, value)
      ? undefined
      : value,
  );
  return JSON.parse(text);
}

function isSafeBound(key: string, value: unknown): boolean {
  const isBound = key === "minimum" || key === "maximum";
  return isBound && Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER;
}
