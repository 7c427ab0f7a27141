import type { Integration } from "@/generated/prisma/client";

/** The row that holds credentials. */
export type CredentialsOwner = Pick<Integration, "companyId" | "provider" | "externalAccountId">;

/** Binds sealed credentials to their row: moved to another row, they do not open. */
export function sealPurpose(owner: CredentialsOwner): string {
  return `${owner.companyId}:${owner.provider}:${owner.externalAccountId}`;
}
