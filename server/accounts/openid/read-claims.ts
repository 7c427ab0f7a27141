import { z } from "zod";

// Some providers send the text "true"; any other value than a clear yes is no.
const yes = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "true");
const name = z.string().trim().max(150).catch("");

/** The claims that providers send. Intuit spells some of them differently. */
const schema = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: yes,
  emailVerified: yes,
  given_name: name,
  family_name: name,
  givenName: name,
  familyName: name,
  /** Google: the Workspace domain that the account belongs to. */
  hd: z.string().optional().catch(undefined),
});

export interface OpenIdPerson {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the provider's claim proves that the user owns the address now. */
  ownsEmail: boolean;
  firstName: string;
  lastName: string;
}

/** @throws ZodError when issuer or subject is missing. */
export function readClaims(provider: string, claims: unknown): OpenIdPerson {
  const parsed = schema.parse(claims);
  const verified = parsed.email_verified || parsed.emailVerified;
  return {
    issuer: parsed.iss,
    subject: parsed.sub,
    email: parsed.email,
    ownsEmail: verified && (provider !== "google" || isGooglesOwn(parsed)),
    firstName: parsed.given_name || parsed.givenName,
    lastName: parsed.family_name || parsed.familyName,
  };
}

/**
 * Google verifies addresses of other domains only once, so only its own addresses prove current
 * ownership. (Its documentation: email_verified, and @gmail.com or an `hd` claim.)
 */
function isGooglesOwn({ email, hd }: z.infer<typeof schema>): boolean {
  return Boolean(email?.toLowerCase().endsWith("@gmail.com") || hd);
}
