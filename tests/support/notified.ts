import { type NotificationInput, notify } from "@/server/notifications/notify";
import { systemContext } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { adminDb } from "./admin-db";
import { signUp } from "./company";

export interface Member {
  userId: number;
  email: string;
  token: string;
}

export interface NotifiedCompany {
  ctx: CompanyContext;
  companyId: string;
  owner: Member;
}

/** A new company with one person. */
export async function notifiedCompany(): Promise<NotifiedCompany> {
  const { token, username } = await signUp();
  const user = await adminDb().user.findUniqueOrThrow({
    where: { usernameKey: username },
    include: { memberships: true },
  });
  const companyId = user.memberships[0]?.companyId ?? "";
  const owner = { userId: user.id, email: user.email, token };
  return { ctx: systemContext(companyId), companyId, owner };
}

/** Adds a second person to a company, without a session. */
export async function addMember(companyId: string): Promise<Omit<Member, "token">> {
  const { owner } = await notifiedCompany();
  const { userId, email } = owner;
  await adminDb().membership.create({ data: { companyId, userId } });
  return { userId, email };
}

export function sendNotification(
  ctx: CompanyContext,
  input: Partial<NotificationInput>,
): Promise<boolean> {
  const whole = { event: "e", kind: "issue" as const, title: "T", body: "B", link: "/x", ...input };
  return db(ctx).$transaction((tx) => notify(tx, ctx, whole));
}

/** Ends the period in which a mail collects notifications. */
export async function letMailsBeDue(companyId: string): Promise<void> {
  await adminDb().notificationMail.updateMany({
    where: { companyId, dueAt: { not: null } },
    data: { dueAt: new Date(0) },
  });
}
