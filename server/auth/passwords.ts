import { hash, verify } from "@node-rs/argon2";

// OWASP's argon2id floor is 19 MiB, 2 passes; argon2id is this library's default variant.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/** Compares in the same time whether or not there is an account, so that timing tells nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored === null) {
    decoy ??= hashPassword("no account has this");
    await verify(await decoy, password);
    return false;
  }
  return verify(stored, password);
}
