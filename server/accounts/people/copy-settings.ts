import { hasRole } from "@/lib/constants/roles";
import { counted } from "@/lib/counted";
import { BY_FILE, describeProvider } from "@/lib/providers/list";
import { type CopiedChoices, namedChoices } from "@/server/connections/settings";
import { auditRule } from "@/server/line-decisions/rules/edit-rules";
import { readRule, type StoredOutcome } from "@/server/line-decisions/rules/stored-rule";
import { mintCompanyId } from "@/server/platform/company-id";
import type { SessionContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ForbiddenError, NotFoundError } from "@/server/platform/errors";
import { withinCompany } from "@/server/platform/with-company-lock";

/**
 * Copies to a new company how payouts are matched, daily sync, date format and time zone, and the rules that only postpone
 * lines. What names something of the books is kept by name, without ids, until the new company has books to look it up in
 * (`take-over-choices.ts`). Automatic posting stays off until the first review. In a transaction of the accounts' scope;
 * each company is read and written in its own.
 * @returns what was copied, in words.
 * @throws NotFoundError when the user isn't a member of the source; ForbiddenError when they can't change its settings.
 */
export async function copySettings(
  tx: Tx,
  ctx: SessionContext,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const { userId } = ctx;
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
  const { settings, choices, rules } = await read(tx, from);
  const [whole, named] = [
    rules.filter(({ ledgerId }) => ledgerId === null),
    rules.filter(({ ledgerId }) => ledgerId !== null),
  ];
  const copied = {
    ...{ from: company.name, by: userId, choices },
    rules: named.map((row) => {
      const { conditions, outcome } = readRule(row);
      const { position, source } = row;
      return { position, source, conditions, outcome: withoutIds(outcome) };
    }),
  } satisfies CopiedChoices;
  const waiting = choices.length + named.length;
  const own = { ...ctx, companyId: mintCompanyId(to), role: "owner" as const };
  await withinCompany(tx, own, async () => {
    await tx.companySettings.update({
      where: { companyId: to },
      data: { ...settings, ...(waiting > 0 && { copied }) },
    });
    for (const { position, active, source, conditions, outcome } of whole) {
      const row = await tx.rule.create({
        data: {
          ...{ companyId: to, createdBy: userId, position, active, source },
          ...{ conditions: conditions ?? {}, outcome: outcome ?? {} },
        },
      });
      await auditRule(tx, own, "rule.created", row);
    }
  });
  return inWords(company.name, whole.length, { choices: choices.length, rules: named.length });
}

async function read(tx: Tx, from: string) {
  const companyId = mintCompanyId(from);
  return withinCompany(tx, { companyId }, async () => {
    const connections = await tx.integration.findMany({
      // Each processor whose payouts come from files has settings of its own.
      where: { companyId, status: { not: "disconnected" }, provider: { not: BY_FILE } },
      // Of several accounts at a provider, all have the same.
      distinct: ["provider"],
      select: { provider: true, settings: true },
    });
    return {
      settings: await tx.companySettings.findUnique({
        where: { companyId },
        select: {
          ...{ algorithm: true, autoMatch: true, dailySync: true },
          ...{ dateFormat: true, timeZone: true },
        },
      }),
      choices: connections.flatMap(({ provider, settings }) =>
        namedChoices(describeProvider(provider).role === "ledger" ? "ledger" : provider, settings),
      ),
      rules: await tx.rule.findMany({
        where: { companyId, deletedAt: null },
        orderBy: [{ position: "asc" }, { id: "asc" }],
      }),
    };
  });
}

/** With the names alone: ids mean nothing in other books. */
function withoutIds(outcome: StoredOutcome): StoredOutcome {
  if (outcome.do === "wait") return outcome;
  const bare = <Named extends { id: string }>(named: Named) => ({ ...named, id: "" });
  const tags = {
    class: outcome.class && bare(outcome.class),
  };
  if (outcome.do === "account") {
    const { customer, account } = outcome;
    return { ...outcome, ...tags, account: bare(account), customer: customer && bare(customer) };
  }
  const { customer, item, taxCode } = outcome;
  return {
    ...{ ...outcome, ...tags, item: { id: "", name: item.name } },
    ...{ taxCode: taxCode && bare(taxCode), customer: customer && bare(customer) },
  };
}

function inWords(name: string, rules: number, waiting: { choices: number; rules: number }): string {
  const copied = rules === 0 ? "" : ` and ${counted(rules, "rule")}`;
  const later = [
    ...(waiting.choices === 0 ? [] : [counted(waiting.choices, "choice")]),
    ...(waiting.rules === 0 ? [] : [counted(waiting.rules, "rule")]),
  ].join(" and ");
  const rest = ` ${later} with accounts, products or classes will be looked up by name once the new books are connected.`;
  return `The settings${copied} of ${name} were copied.${later === "" ? "" : rest}`;
}
