import { type UserRecord, userRecord } from "@/lib/contracts/accounts";
import { readStoredUser } from "@/lib/session-store";

let lastRead: { stored: string | null; user: UserRecord | null } = { stored: null, user: null };

/**
 * The user as stored at sign-in; null when there is none or it cannot be read. The same object until
 * something else is stored.
 */
export function readUser(): UserRecord | null {
  const stored = readStoredUser();
  if (stored !== lastRead.stored) {
    const user = userRecord.safeParse(parseJson(stored ?? ""));
    lastRead = { stored, user: user.success ? user.data : null };
  }
  return lastRead.user;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
