import type { NotificationKind } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";

export interface NotificationInput {
  kind: NotificationKind;
  title: string;
  body: string;
  /** Path inside the product. */
  link: string;
}

/** Leaves word for everyone in the company, in the transaction of what it tells about. */
export async function notify(tx: Tx, ctx: CompanyContext, input: NotificationInput): Promise<void> {
  await tx.notification.create({ data: { companyId: ctx.companyId, ...input } });
}
