import { z } from "zod";

// Some providers send words ("true"); whatever is not clearly yes is no.
const yes = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "true");
const name = z.string().trim().max(150).catch("");

/** What providers tell about a person. Intuit spells some claims in its own way. */
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
  /** The provider's word counts as proof that the address is theirs now. */
  ownsEmail: boolean;
  firstName: string;
  lastName: string;
}

/** @throws ZodError when it names neither issuer nor subject. */
export function readClaims(provider: string, claims: unknown): OpenIdPerson {
  const told = schema.parse(claims);
  const verified = told.email_verified || told.emailVerified;
  return {
    issuer: told.iss,
    subject: told.sub,
    email: told.email,
    ownsEmail: verified && (provider !== "google" || isGooglesOwn(told)),
    firstName: told.given_name || told.givenName,
    lastName: told.family_name || told.familyName,
  };
}

/**
 * Google verified other addresses once, at some time; only for its own it can say whose they are now.
 * (Its documentation: email_verified, and @gmail.com or an `hd` claim.)
 */
function isGooglesOwn({ email, hd }: z.infer<typeof schema>): boolean {
  return Boolean(email?.toLowerCase().endsWith("@gmail.com") || hd);
}
