import fc from "fast-check";
import type { JsonSchema } from "@/lib/openapi/json-schema";

interface Making {
  /** The schemas that `$ref`s name, by their last part. */
  named?: Record<string, JsonSchema>;
  /** What a field or an item is made of, where that isn't simply what fits. */
  part?: (schema: JsonSchema, name: string) => fc.Arbitrary<unknown> | undefined;
  /** Leaves out required fields too. */
  incomplete?: boolean;
}

/** JSON values that a schema allows, but for what `making` says of their parts. */
export function fitting(schema: JsonSchema, making: Making = {}): fc.Arbitrary<unknown> {
  const part = (each: JsonSchema, name: string) =>
    making.part?.(each, name) ?? fitting(each, making);
  const { enum: values, anyOf, oneOf = anyOf, properties, items, type } = schema;
  if (schema.$ref)
    return fitting(making.named?.[schema.$ref.split("/").at(-1) ?? ""] ?? {}, making);
  if (values) return fc.constantFrom(...values);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (oneOf) return fc.oneof(...oneOf.map((each) => fitting(each, making)));
  if (properties) {
    const fields = Object.entries(properties).map(([name, each]) => [name, part(each, name)]);
    const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields);
    return fc.record(model, {
      requiredKeys: making.incomplete ? [] : (schema.required ?? []),
    });
  }
  if (items) {
    const { minItems: minLength = 0, maxItems: maxLength = minLength + 5 } = schema;
    const bounds = { minLength, maxLength: Math.min(maxLength, minLength + 5) };
    return fc.array(part(items, ""), bounds);
  }
  if (Array.isArray(type)) {
    return fc.oneof(...type.map((each) => fitting({ ...schema, type: each }, making)));
  }
  return scalar(schema);
}

function scalar({ type, minimum: min, maximum: max, ...schema }: JsonSchema) {
  switch (type) {
    case "integer":
      return fc.integer({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
    case "number":
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return text(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const moment = fc.date({
  min: new Date("2000-01-01"),
  max: new Date("2100-01-01"),
  noInvalidDate: true,
});

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  date: moment.map((each) => each.toISOString().slice(0, 10)),
  "date-time": moment.map((each) => each.toISOString()),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
  uri: fc.webUrl({ validSchemes: ["https"] }),
  base64: fc.base64String(),
};

function text({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema) {
  const expected = pattern === undefined ? undefined : new RegExp(pattern, "u");
  const made =
    FORMATS[format ?? ""] ??
    (expected
      ? fc.stringMatching(expected, { size: "small" })
      : fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 12) }));
  const isRight = (each: string) =>
    each.length >= minLength && each.length <= maxLength && (expected?.test(each) ?? true);
  return made.filter(isRight);
}
