import type * as z from "@/lib/zod";

/**
 * A contract's schema or endpoint with the text of its comment, and the name that the document gives it. Calls are written by
 * tools/product/describe-contract.ts where the document is built: pages load the contracts without them.
 */
export function described(value: unknown, description: string, id?: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("_zod" in value) return (value as z.ZodType).meta({ description, ...(id && { id }) });
  return "path" in value ? { ...value, description } : value;
}
