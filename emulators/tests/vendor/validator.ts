import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";

/** One body checked against a vendor's schema; no problems means it is valid. */
export interface Checked {
  what: string;
  problems: string[];
}

/**
 * The folder of the vendors' schemas, which may not all be redistributed and so aren't part of this repository.
 * @returns undefined where VENDOR_SCHEMAS names none.
 */
export function vendorFolder(): string | undefined {
  return process.env.VENDOR_SCHEMAS?.trim() || undefined;
}

export function readVendorFile(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

/** One check per entry of a schema file; the entries share its definitions. */
export function validators(
  schema: object,
  pathOfEntries: string,
  names: readonly string[],
): (name: string, body: unknown, what: string) => Checked {
  const { $schema: _, ...rest } = schema as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, logger: false, allErrors: true });
  ajv.addSchema(rest, "vendor");
  const compiled = new Map<string, ValidateFunction>(
    names.map((name) => [name, ajv.compile({ $ref: `vendor#/${pathOfEntries}${name}` })]),
  );
  return (name, body, what) => {
    const validate = compiled.get(name);
    if (!validate) throw new Error(`no schema for ${name}`);
    return { what, problems: validate(body) ? [] : (validate.errors ?? []).slice(0, 3).map(words) };
  };
}

function words({ instancePath, message = "", params }: ErrorObject): string {
  const more = Object.values(params).flat().map(String).join(", ");
  return `${instancePath || "(all of it)"} ${message}${more ? `: ${more.slice(0, 100)}` : ""}`;
}

/** OpenAPI 3.0 uses `nullable`, which JSON Schema does not have. */
export function withNulls(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNulls);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...rest } = schema as Record<string, unknown>;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, withNulls(value)]),
  );
  return nullable === true ? { anyOf: [inner, { type: "null" }] } : inner;
}
