import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { CompanySettings } from "@/lib/contracts/settings";
import { type CompanyPlace, countryName, dateFormatOf, timeZoneOf } from "@/lib/country-habits";
import { DATE_FORMATS } from "@/lib/format-date";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import type { CompanyContext, SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { FROM_WIRE, loadDateFormat, loadTimeZone } from "./company";

const adopted = z.object({
  country: z.string(),
  dateFormat: z.enum(DATE_FORMATS).nullable(),
  timeZone: z.string().nullable(),
});

/**
 * Sets the date format and the time zone by where the company's first books are; what was chosen already stays. The
 * company is told once.
 * @returns whether the time zone is another one: open lines are then dated again
 */
export async function adoptCountry(
  tx: Tx,
  ctx: SessionContext,
  place: CompanyPlace,
): Promise<boolean> {
  const { companyId, userId } = ctx;
  const own = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { timeZone: true },
  });
  const [format, zone] = [await loadDateFormat(ctx, tx), await loadTimeZone(ctx, tx)];
  const dateFormat = format === DATE_FORMATS[0] ? dateFormatOf(place.country) : null;
  const timeZone = zone === DEFAULT_TIME_ZONE ? timeZoneOf(place, own.timeZone) : null;
  const isNews = (dateFormat ?? format) !== format || (timeZone ?? zone) !== zone;
  if (!isNews) return false;
  const facts = { country: place.country, dateFormat, timeZone };
  const values = {
    ...(dateFormat && { dateFormat: FROM_WIRE[dateFormat] }),
    ...(timeZone && { timeZone }),
    adopted: facts,
  };
  await tx.companySettings.upsert({
    where: { companyId },
    create: { companyId, ...values },
    update: values,
  });
  await recordAudit(tx, ctx, {
    action: "settings.adopted",
    entity: "settings",
    entityId: companyId,
    data: facts,
  });
  return timeZone !== null && timeZone !== zone;
}

/** What was set by the country of the books, as it is said; null where nothing was, or a user has seen it. */
export function readAdopted(stored: unknown): CompanySettings["adopted"] {
  const facts = adopted.safeParse(stored).data;
  if (!facts) return null;
  return {
    country: countryName(facts.country) ?? "",
    date_format: facts.dateFormat,
    timezone: facts.timeZone,
  };
}

/** A user has seen what was set, and keeps it. */
export async function confirmAdopted(ctx: CompanyContext): Promise<{ message: string }> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    await tx.companySettings.updateMany({
      where: { companyId },
      data: { adopted: Prisma.DbNull },
    });
    await recordAudit(tx, ctx, {
      action: "settings.kept",
      entity: "settings",
      entityId: companyId,
    });
  });
  return { message: "Settings kept" };
}
