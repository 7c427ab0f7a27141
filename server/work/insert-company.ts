import type { Tx } from "@/server/platform/db";

/** Creates a company with default settings and its owner. @returns its id. */
export async function insertCompany(
  tx: Tx,
  { name, ownerId }: { name: string; ownerId: number },
): Promise<string> {
  const { id } = await tx.company.create({
    data: { name, settings: { create: {} }, memberships: { create: { userId: ownerId } } },
    select: { id: true },
  });
  return id;
}
