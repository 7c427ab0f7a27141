import { createHash } from "node:crypto";

/** Equal for equal content. @param content JSON */
export function digestOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64");
}
