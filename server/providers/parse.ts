import type { z } from "zod";
import type { ProviderId } from "@/lib/providers/list";
import { ProviderError } from "@/server/providers/errors";

/**
 * Parses a provider's reply into the shape that we use.
 * @throws ProviderError "unavailable" with code `unexpected_reply` naming the fields, never their values:
 * an unreadable reply is the provider's fault, not the user's.
 */
export function parseReply<T>(
  provider: ProviderId,
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
 * Parses stored credentials into the provider's own shape.
 * @throws ProviderError "unauthorized" when they do not fit: reconnecting fixes that.
 */
export function parseCredentials<T>(
  provider: ProviderId,
  schema: z.ZodType<T>,
  stored: unknown,
): T {
  const result = schema.safeParse(stored);
  if (result.success) return result.data;
  throw new ProviderError(provider, "unauthorized", "the stored credentials can't be used", {
    code: "credentials_unusable",
  });
}
