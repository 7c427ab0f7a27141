import { hash, verify } from "@node-rs/argon2";

// OWASP's argon2id floor is 19 MiB, 2 passes; argon2id is this library's default variant.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

// The hash of 256 random bits that nobody kept, made with the OPTIONS above (a test compares them).
// Written down, so that a process' first stranger waits no longer than the others.
const DECOY =
  "$argon2id$v=19$m=19456,t=2,p=1$PATw2L+oZGcwbOJOdatjUA$7sDpyxbfhzaoEXI2ApxQb502n+ICr/s3vsoWc41q39Y";

/** Compares in the same time whether or not there is an account, so that timing tells nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? DECOY, password);
  return stored !== null && isRight;
}
