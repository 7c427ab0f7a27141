import type { UserRecord } from "@/lib/contracts/accounts";
import { isRecord, parseJson } from "@/lib/json";
import { readStoredUser } from "@/lib/session-store";

const TEXTS = ["username", "email", "first_name", "last_name", "date_joined"] as const;

let lastRead: { stored: string | null; user: UserRecord | null } = { stored: null, user: null };

/**
 * The user stored at sign-in; null when missing or unreadable. Returns the same object until the stored text
 * changes.
 */
export function readUser(): UserRecord | null {
  const stored = readStoredUser();
  if (stored !== lastRead.stored) {
    const user = parseJson(stored ?? "");
    lastRead = { stored, user: isUserRecord(user) ? user : null };
  }
  return lastRead.user;
}

function isUserRecord(value: unknown): value is Record<string, unknown> & UserRecord {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.id) &&
    TEXTS.every((name) => typeof value[name] === "string")
  );
}
