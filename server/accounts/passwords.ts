import { hash, verify } from "@node-rs/argon2";

// OWASP's argon2id floor is 19 MiB, 2 passes; argon2id is this library's default variant.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

// The hash of 256 random bits that were discarded, made with the OPTIONS above (a test compares them). A
// constant, so that the first unknown username of a process takes no longer than the others.
const DECOY =
  "$argon2id$v=19$m=19456,t=2,p=1$PATw2L+oZGcwbOJOdatjUA$7sDpyxbfhzaoEXI2ApxQb502n+ICr/s3vsoWc41q39Y";

/** Takes the same time with and without a stored hash, so that timing does not reveal accounts. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? DECOY, password);
  return stored !== null && isRight;
}
