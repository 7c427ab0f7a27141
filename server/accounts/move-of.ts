import type { User } from "@/generated/prisma/client";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";

/**
 * What changes when an account's address is replaced: the address, and the username where it is the same.
 * @throws ConflictError when another account signs in by this address as its username. A unique violation of the
 * write means that another account has the address.
 */
export async function moveOf(
  tx: Tx,
  email: string,
  { id, usernameKey, emailKey: oldKey }: Pick<User, "id" | "usernameKey" | "emailKey">,
) {
  const emailKey = email.toLowerCase();
  const namesake = await tx.user.findFirst({ where: { usernameKey: emailKey, id: { not: id } } });
  if (namesake) throw takenAddress();
  return {
    email,
    emailKey,
    ...(usernameKey === oldKey && { username: email, usernameKey: emailKey }),
  };
}

export function takenAddress(): ConflictError {
  const message = "Another account already uses this email address";
  return new ConflictError(message, { fields: { email: message } });
}
