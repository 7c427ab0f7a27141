import { Prisma } from "@/generated/prisma/client";
import { countNeeds, isUnconnected, type NeedCounts } from "@/lib/company-needs";
import { hasRole } from "@/lib/constants/roles";
import type {
  CompanyList,
  companiesWithDeposit,
  createCompany as createCompanyContract,
  OwnCompany,
  switchCompany as switchCompanyContract,
} from "@/lib/contracts/companies";
import type {
  CompanyNeeds,
  companiesOverview,
  syncCompanies as contract,
} from "@/lib/contracts/companies-overview";
import type { BodyOf, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import { counted } from "@/lib/counted";
import { BY_FILE, type ProviderId } from "@/lib/providers/list";
import { loadNeeds } from "@/server/overview/read-queue";
import { mintCompanyId } from "@/server/platform/company-id";
import type { SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ForbiddenError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { countAttempt, throttleKey } from "@/server/platform/rate-limit";
import { recordAudit } from "@/server/platform/record-audit";
import { insertCompany } from "@/server/work/company";
import { ledgerOf, wireOf } from "@/server/work/ledger-words";
import { startSync } from "@/server/work/start-sync";
import { copySettings } from "./copy-settings";
import { PEOPLE_LIMITS } from "./limits";

/** The user's companies by name. Every page asks for them, so each scope is read in one round trip. */
export async function listCompanies(ctx: SessionContext): Promise<CompanyList> {
  const { companyId } = ctx;
  const [companies, [[own]]] = await Promise.all([
    ownCompanies(ctx),
    queryPrepared<[{ ledger: ProviderId | null }]>(
      ctx,
      Prisma.sql`SELECT ${ledgerOf(Prisma.sql`${companyId}::uuid`)} AS ledger`,
    ),
  ]);
  return { companies, current: companyId, ledger: wireOf(own?.ledger) };
}

async function ownCompanies({ userId }: SessionContext): Promise<OwnCompany[]> {
  const [companies] = await queryPrepared<[OwnCompany]>(
    "accounts",
    Prisma.sql`
      SELECT c.id::text AS id, c.name, m.role::text AS role
      FROM memberships m JOIN companies c ON c.id = m.company_id
      WHERE m.user_id = ${userId}::int ORDER BY lower(c.name), c.id`,
  );
  return companies;
}

type Sorted = NeedCounts & Pick<CompanyNeeds, "name" | "connected">;

/** What is stuck comes before what waits for a decision; then how much there is, then what isn't connected. */
export function byNeed(one: Sorted, other: Sorted): number {
  return (
    Number(isStuck(other)) - Number(isStuck(one)) ||
    countNeeds(other) - countNeeds(one) ||
    Number(isUnconnected(other)) - Number(isUnconnected(one)) ||
    one.name.localeCompare(other.name)
  );
}

const isStuck = ({ not_posted, ending }: Sorted) => not_posted + ending > 0;

/** Creates a company that the user owns. @throws RateLimitedError; what {@link copySettings} throws. */
export function createCompany(
  ctx: SessionContext,
  { company_name: name, copy_from: from }: BodyOf<typeof createCompanyContract>,
): Promise<ResponseOf<typeof createCompanyContract>> {
  const { userId } = ctx;
  return db("accounts").$transaction(async (tx) => {
    const key = throttleKey("create-company", "account", String(userId));
    await countAttempt(tx, key, PEOPLE_LIMITS.newCompanies, "You've created many companies today.");
    const id = await insertCompany(tx, { name, ownerId: userId });
    const copied = from === undefined ? "" : await copySettings(tx, ctx, { from, to: id });
    await recordAudit(
      tx,
      { ...ctx, companyId: mintCompanyId(id), role: "owner" },
      {
        action: "company.created",
        entity: "company",
        entityId: id,
        data: { name, ...(copied && { copied }) },
      },
    );
    const message = `${name} was created${copied && `. ${copied}`}`;
    return { message, company: { id, name, role: "owner" } };
  });
}

/** The user's companies, the most urgent first. */
export async function loadOverview(
  ctx: SessionContext,
): Promise<ResponseOf<typeof companiesOverview>> {
  const own = await ownCompanies(ctx);
  const byId = new Map(own.map((company) => [company.id, company]));
  const needs = await loadNeeds(ctx, [...byId.keys()]);
  const companies = needs.flatMap((each) => {
    const company = byId.get(each.id);
    return company ? [{ ...each, ...company }] : [];
  });
  return { companies: companies.sort(byNeed) };
}

/**
 * The user's companies that have a deposit of this id: each is asked in its own scope.
 * @throws NotFoundError when none has.
 */
export async function findCompaniesWithDeposit(
  ctx: SessionContext,
  { deposit_id: id }: QueryOf<typeof companiesWithDeposit>,
): Promise<ResponseOf<typeof companiesWithDeposit>> {
  const companies: OwnCompany[] = [];
  for (const company of await ownCompanies(ctx)) {
    const companyId = mintCompanyId(company.id);
    const where = { companyId, id, deletedAt: null };
    if ((await db({ companyId }).deposit.count({ where })) > 0) companies.push(company);
  }
  if (companies.length === 0) throw new NotFoundError("None of your companies has this deposit.");
  return { companies };
}

/**
 * What can't be undone asks for the company's name.
 * @throws UnusableInputError when it is another one.
 */
export async function requireName(tx: Tx, companyId: string, typed: string): Promise<string> {
  const { name } = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
  if (name.trim().toLowerCase() === typed.trim().toLowerCase()) return name;
  const message = `Enter the company's name as it is: ${name}`;
  throw new UnusableInputError(message, { fields: { company_name: message } });
}

/**
 * Makes another company the session's own: calls that name none are about it from now on.
 * @throws NotFoundError when the user isn't a member.
 */
export function switchCompany(
  { userId, sessionId }: SessionContext,
  { company_id: companyId }: BodyOf<typeof switchCompanyContract>,
): Promise<ResponseOf<typeof switchCompanyContract>> {
  return db("accounts").$transaction(async (tx) => {
    const membership = await tx.membership.findUnique({
      where: { companyId_userId: { companyId, userId } },
      select: { role: true, company: { select: { id: true, name: true } } },
    });
    if (!membership) throw new NotFoundError("You aren't a member of this company.");
    const { role, company } = membership;
    const data = { companyId, movedAt: null };
    await tx.session.updateMany({ where: { id: sessionId, userId }, data });
    return { message: `You're working in ${company.name}`, company: { ...company, role } };
  });
}

/**
 * Starts a sync of every live connection of the companies. There is at most one per connection: one that is under way
 * counts as started.
 * @throws NotFoundError when one of them isn't the user's; ForbiddenError where they are a viewer; RateLimitedError.
 */
export async function syncCompanies(
  ctx: SessionContext,
  { company_ids }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { userId } = ctx;
  const wanted = [...new Set(company_ids.map((id) => id.toLowerCase()))];
  const memberships = await db("accounts").$transaction(async (tx) => {
    const key = throttleKey("sync-companies", "account", String(userId));
    await countAttempt(tx, key, PEOPLE_LIMITS.syncAll, "You've synced all of them often.");
    return tx.membership.findMany({ where: { userId, companyId: { in: wanted } } });
  });
  if (memberships.length < wanted.length) {
    throw new NotFoundError("You aren't a member of one of these companies.");
  }
  if (memberships.some(({ role }) => !hasRole(role, "bookkeeper"))) {
    throw new ForbiddenError(
      "In one of these companies you are a viewer. Viewers can't sync.",
      "role_too_low",
    );
  }
  let started = 0;
  for (const { companyId, role } of memberships) {
    const own = { ...ctx, companyId: mintCompanyId(companyId), role };
    const live = await db(own).integration.findMany({
      where: { companyId, status: "connected", provider: { not: BY_FILE } },
      select: { id: true },
    });
    for (const { id } of live) await startSync(own, { integrationId: id, trigger: "manual" });
    started += live.length;
  }
  return { message: `Sync of ${counted(started, "connection")} started`, started };
}
