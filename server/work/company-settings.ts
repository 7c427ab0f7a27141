import type { DateFormat as StoredFormat } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { CompanySettings, saveCompanySettings } from "@/lib/contracts/settings";
import type { DateFormat } from "@/lib/format-date";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";

const TO_WIRE: Record<StoredFormat, DateFormat> = {
  mdy: "MM-DD-YYYY",
  dmy: "DD-MM-YYYY",
  ymd: "YYYY-MM-DD",
};
const FROM_WIRE: Record<DateFormat, StoredFormat> = {
  "MM-DD-YYYY": "mdy",
  "DD-MM-YYYY": "dmy",
  "YYYY-MM-DD": "ymd",
};

/** How the company writes dates; `undefined` where it has no settings yet. */
export function wireDateFormat(stored: StoredFormat | undefined): DateFormat {
  return TO_WIRE[stored ?? "mdy"];
}

/** {@link wireDateFormat} of the context's company. */
export async function loadDateFormat(ctx: CompanyContext, tx: Tx = db(ctx)): Promise<DateFormat> {
  const { companyId } = ctx;
  const settings = await tx.companySettings.findUnique({
    where: { companyId },
    select: { dateFormat: true },
  });
  return wireDateFormat(settings?.dateFormat);
}

export async function loadSettings(ctx: CompanyContext): Promise<CompanySettings> {
  const company = await db(ctx).company.findUniqueOrThrow({
    where: { id: ctx.companyId },
    include: { settings: true },
  });
  const settings = company.settings;
  return {
    company_name: company.name,
    currency: company.currency,
    matching_algorithm: settings?.algorithm ?? "smart",
    auto_match: settings?.autoMatch ?? true,
    auto_post: settings?.autoPost ?? false,
    daily_sync: settings?.dailySync ?? true,
    date_format: wireDateFormat(settings?.dateFormat),
    timezone: settings?.timeZone ?? DEFAULT_TIME_ZONE,
  };
}

export async function saveSettings(
  ctx: CompanyContext,
  input: BodyOf<typeof saveCompanySettings>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  const values = {
    algorithm: input.matching_algorithm,
    autoMatch: input.auto_match,
    ...(input.auto_post !== undefined && { autoPost: input.auto_post }),
    dailySync: input.daily_sync,
    dateFormat: FROM_WIRE[input.date_format],
    ...(input.timezone !== undefined && { timeZone: input.timezone }),
  };
  await db(ctx).$transaction(async (tx) => {
    const before = await tx.companySettings.findUnique({ where: { companyId } });
    await tx.company.update({ where: { id: companyId }, data: { name: input.company_name } });
    await tx.companySettings.upsert({
      where: { companyId },
      create: { companyId, ...values },
      update: values,
    });
    if (before?.autoPost && input.auto_post === false) await holdPostings(tx, ctx);
    await recordAudit(tx, ctx, {
      action: "settings.saved",
      entity: "settings",
      entityId: companyId,
      data: { company_name: input.company_name, ...values },
    });
  });
  return { message: "Settings saved successfully" };
}

/**
 * Holds what waits to be posted until a user says so: posting by itself was turned off. What may have reached
 * QuickBooks goes on.
 */
async function holdPostings(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  await tx.posting.updateMany({
    where: { companyId, state: { in: ["queued", "blocked"] }, outcomeUnknown: false },
    data: { state: "held", message: "", errorCode: null, details: "" },
  });
}
