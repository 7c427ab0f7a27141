import { Prisma } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveCompanySettings } from "@/lib/contracts/settings";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { holdPostings, requireOwnPosting } from "./automatic-posting";
import { FROM_WIRE, loadTimeZone } from "./company";
import { redateLines } from "./redate-lines";

/**
 * In another time zone, the lines that are still open have other days.
 * @throws ConflictError where automatic posting can't be turned on: another company here has the same books.
 */
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
  const isMoved = input.timezone !== undefined && input.timezone !== (await loadTimeZone(ctx));
  const save = async (tx: Tx) => {
    const before = await tx.companySettings.findUnique({ where: { companyId } });
    if (input.auto_post && !before?.autoPost) await requireOwnPosting(tx, ctx);
    await tx.company.update({ where: { id: companyId }, data: { name: input.company_name } });
    await tx.companySettings.upsert({
      where: { companyId },
      create: { companyId, ...values },
      // Whoever saves the settings has seen what was set.
      update: { ...values, adopted: Prisma.DbNull },
    });
    if (before?.autoPost && input.auto_post === false) await holdPostings(tx, ctx);
    await recordAudit(tx, ctx, {
      action: "settings.saved",
      entity: "settings",
      entityId: companyId,
      data: { company_name: input.company_name, ...values },
    });
    if (isMoved) await redateLines(tx, ctx);
  };
  await (isMoved ? withCompanyLock(ctx, save) : db(ctx).$transaction(save));
  return { message: "Settings saved successfully" };
}
