import { Prisma } from "@/generated/prisma/client";
import type { Role } from "@/lib/constants/roles";
import type { Tx } from "@/server/platform/db";

type Which = { id: number } | { invitedBy: number; roles?: readonly Role[] };

/**
 * Withdraws one invitation of a company, or those that a member sent (of these roles only). Their links are kept for
 * as long as they would have worked: a newer invitation of the address takes them over.
 * @returns what was withdrawn.
 */
export function withdrawInvitations(
  tx: Tx,
  companyId: string,
  which: Which,
): Promise<{ email: string; role: Role }[]> {
  return tx.$queryRaw`
    WITH withdrawn AS (
      DELETE FROM invitations WHERE company_id = ${companyId}::uuid AND ${condition(which)}
      RETURNING email, email_key, role, token_hash || replaced AS links, expires_at
    ), kept AS (
      INSERT INTO withdrawn_invitations (company_id, email_key, links, expires_at)
      SELECT ${companyId}::uuid, email_key, links[:${REPLACED_LINKS}::int], expires_at FROM withdrawn
      ON CONFLICT (company_id, email_key)
      DO UPDATE SET links = excluded.links, expires_at = excluded.expires_at
    )
    SELECT email, role::text FROM withdrawn`;
}

function condition(which: Which): Prisma.Sql {
  if ("id" in which) return Prisma.sql`id = ${which.id}::int`;
  const sent = Prisma.sql`invited_by = ${which.invitedBy}::int`;
  return which.roles ? Prisma.sql`${sent} AND role::text = ANY(${which.roles})` : sent;
}

/** The links of the address's withdrawn invitation, which a newer one takes over. */
export async function takeWithdrawnLinks(
  tx: Tx,
  { companyId, emailKey }: { companyId: string; emailKey: string },
): Promise<Uint8Array<ArrayBuffer>[]> {
  const where = { companyId_emailKey: { companyId, emailKey } };
  const found = await tx.withdrawnInvitation.findUnique({ where });
  if (!found) return [];
  await tx.withdrawnInvitation.deleteMany({ where: { companyId, emailKey } });
  return found.links;
}

/** More than an address gets in the time that a mail may take. */
export const REPLACED_LINKS = 40;
