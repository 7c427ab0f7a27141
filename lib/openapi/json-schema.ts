/** The part of JSON Schema (2020-12) that our contracts use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  /** Of a file. */
  contentMediaType?: string;
  /** Of what such a file holds. */
  contentSchema?: JsonSchema;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  examples?: unknown[];
}

export type Direction = "input" | "output";
