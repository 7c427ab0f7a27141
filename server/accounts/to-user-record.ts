import type { User } from "@/generated/prisma/client";
import type { UserRecord } from "@/lib/contracts/accounts";

/** The user as the documented clients store it. */
export function toUserRecord(user: User): UserRecord {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    date_joined: user.createdAt.toISOString(),
  };
}
