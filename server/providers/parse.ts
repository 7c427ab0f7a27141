import type { z } from "zod";
import { ProviderError } from "@/server/providers/errors";

/**
 * What a provider answered, in the shape that we rely on.
 * @throws ProviderError "unavailable" with code `unexpected_reply` naming the fields, never their
 *   values: an answer that we can't read is the provider's trouble, not the user's.
 */
export function parseReply<T>(
  provider: string,
  what: string,
  schema: z.ZodType<T>,
  reply: unknown,
): T {
  const result = schema.safeParse(reply);
  if (result.success) return result.data;
  const fields = result.error.issues.slice(0, 5).map(({ path }) => path.join(".") || "(all of it)");
  throw new ProviderError(
    provider,
    "unavailable",
    `${what}: the answer can't be read at ${fields.join(", ")}`,
    { code: "unexpected_reply" },
  );
}

/**
 * Stored credentials in the provider's own shape.
 * @throws ProviderError "unauthorized" when they are not: connecting again mends it.
 */
export function parseCredentials<T>(provider: string, schema: z.ZodType<T>, stored: unknown): T {
  const result = schema.safeParse(stored);
  if (result.success) return result.data;
  throw new ProviderError(provider, "unauthorized", "the stored credentials can't be used", {
    code: "credentials_unusable",
  });
}
