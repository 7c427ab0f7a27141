import type { ApiToken as Row } from "@/generated/prisma/client";
import type { ApiToken } from "@/lib/contracts/api-tokens";
import type { TokenRole } from "@/lib/contracts/values/api-tokens";
import { hasRole, type Role } from "@/lib/contracts/values/roles";

/** What a view reads besides the row. */
export const WITH_MAKER = {
  maker: { select: { role: true, user: { select: { username: true } } } },
} as const;

type RowWithMaker = Row & { maker: { role: Role; user: { username: string } } };

/** An API token as the wire has it: never the token itself. */
export function toApiTokenView(row: RowWithMaker, now: Date): ApiToken {
  const { id, name, role, maker, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id,
    name,
    role: toTokenRole(role),
    acts_as: toTokenRole(hasRole(maker.role, role) ? role : maker.role),
    made_by: maker.user.username,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    expired: expiresAt !== null && expiresAt <= now,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

/** The column has the type of members' roles; a check keeps owners out. */
function toTokenRole(role: Role): TokenRole {
  return role === "owner" ? "admin" : role;
}
