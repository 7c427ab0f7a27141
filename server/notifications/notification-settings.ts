import type { Membership } from "@/generated/prisma/client";
import type { NotificationSettings } from "@/lib/contracts/notifications";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";

/** What a user of this company is notified about, and how. */
export async function loadNotificationSettings(ctx: SessionContext): Promise<NotificationSettings> {
  const { companyId, userId } = ctx;
  const member = await db(ctx).membership.findUniqueOrThrow({
    where: { companyId_userId: { companyId, userId } },
  });
  return toWire(member);
}

export async function saveNotificationSettings(
  ctx: SessionContext,
  input: NotificationSettings,
): Promise<{ message: string }> {
  const { companyId, userId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    await tx.membership.update({
      where: { companyId_userId: { companyId, userId } },
      data: {
        emailMatches: input.email_successful_matches,
        emailSuggestions: input.email_match_suggestions,
        emailIssues: input.email_integration_issues,
        emailWeeklySummary: input.email_weekly_summary,
        inAppAlerts: input.real_time_alerts,
        soundAlerts: input.sound_alerts,
      },
    });
    await recordAudit(tx, ctx, {
      action: "notifications.saved",
      entity: "user",
      entityId: userId,
      data: { ...input },
    });
  });
  return { message: "Settings saved successfully" };
}

function toWire(member: Membership): NotificationSettings {
  return {
    email_successful_matches: member.emailMatches,
    email_match_suggestions: member.emailSuggestions,
    email_integration_issues: member.emailIssues,
    email_weekly_summary: member.emailWeeklySummary,
    real_time_alerts: member.inAppAlerts,
    sound_alerts: member.soundAlerts,
  };
}
