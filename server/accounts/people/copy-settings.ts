import { hasRole } from "@/lib/constants/roles";
import { counted } from "@/lib/counted";
import { mintCompanyId } from "@/server/platform/company-id";
import type { SessionContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ForbiddenError, NotFoundError } from "@/server/platform/errors";
import { withinCompany } from "@/server/platform/with-company-lock";

/**
 * Copies to a new company what isn't about one ledger: how payouts are matched, daily sync, date format and time zone, and
 * the rules that only postpone lines. Automatic posting stays off until the first review. In a transaction of the
 * accounts' scope; each company is read and written in its own.
 * @returns what was copied, in words.
 * @throws NotFoundError when the user isn't a member of the source; ForbiddenError when they can't change its settings.
 */
export async function copySettings(
  tx: Tx,
  { userId }: SessionContext,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const membership = await tx.membership.findUnique({
    where: { companyId_userId: { companyId: from, userId } },
    select: { role: true, company: { select: { name: true } } },
  });
  if (!membership) throw new NotFoundError("You aren't a member of the company to copy from.");
  const { role, company } = membership;
  if (!hasRole(role, "admin")) {
    throw new ForbiddenError(
      `Only owners and admins of ${company.name} can copy its settings.`,
      "role_too_low",
    );
  }
  const { settings, rules } = await read(tx, from);
  const copied = rules.filter(({ ledgerId }) => ledgerId === null);
  await withinCompany(tx, { companyId: mintCompanyId(to) }, async () => {
    if (settings) await tx.companySettings.update({ where: { companyId: to }, data: settings });
    await tx.rule.createMany({
      data: copied.map(({ position, active, source, conditions, outcome }) => ({
        ...{ companyId: to, createdBy: userId, position, active, source },
        ...{ conditions: conditions ?? {}, outcome: outcome ?? {} },
      })),
    });
  });
  return inWords(company.name, copied.length, rules.length - copied.length);
}

async function read(tx: Tx, from: string) {
  const companyId = mintCompanyId(from);
  return withinCompany(tx, { companyId }, async () => ({
    settings: await tx.companySettings.findUnique({
      where: { companyId },
      select: {
        ...{ algorithm: true, autoMatch: true, dailySync: true },
        ...{ dateFormat: true, timeZone: true },
      },
    }),
    rules: await tx.rule.findMany({
      where: { companyId, deletedAt: null },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    }),
  }));
}

function inWords(name: string, copied: number, left: number): string {
  const rules = copied === 0 ? "" : ` and ${counted(copied, "rule")}`;
  const rest =
    left === 0
      ? ""
      : ` ${counted(left, "rule")} ${left === 1 ? "names accounts or products of its books and was" : "name accounts or products of its books and were"} left out.`;
  return `The settings${rules} of ${name} were copied.${rest}`;
}
