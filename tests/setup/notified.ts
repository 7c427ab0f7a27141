import { systemContext } from "@/server/auth/company-id";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { type NotificationInput, notify } from "@/server/notifications/notify";
import { signUp } from "./company";
import { everything } from "./everything";

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

/** A new company of one person. */
export async function notifiedCompany(): Promise<NotifiedCompany> {
  const { token, username } = await signUp();
  const user = await everything().user.findUniqueOrThrow({
    where: { usernameKey: username },
    include: { memberships: true },
  });
  const companyId = user.memberships[0]?.companyId ?? "";
  const owner = { userId: user.id, email: user.email, token };
  return { ctx: systemContext(companyId), companyId, owner };
}

/** A second person in a company; it gives them no session. */
export async function addMember(companyId: string): Promise<Omit<Member, "token">> {
  const { owner } = await notifiedCompany();
  const { userId, email } = owner;
  await everything().membership.create({ data: { companyId, userId } });
  return { userId, email };
}

export function tell(ctx: CompanyContext, input: Partial<NotificationInput>): Promise<boolean> {
  const whole = { event: "e", kind: "issue" as const, title: "T", body: "B", link: "/x", ...input };
  return db(ctx).$transaction((tx) => notify(tx, ctx, whole));
}

/** As if the time in which a mail collects were over. */
export async function letMailsBeDue(companyId: string): Promise<void> {
  await everything().notificationMail.updateMany({
    where: { companyId, dueAt: { not: null } },
    data: { dueAt: new Date(0) },
  });
}
