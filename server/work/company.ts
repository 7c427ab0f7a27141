import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

const SUFFIX = "'s company";

/** The name of a new company, until the books or a user name it. */
export function defaultCompanyName(username: string): string {
  return `${username}${SUFFIX}`;
}

/** Whether the company still has its default name. */
export function isDefaultCompanyName(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** Creates a company with default settings and its owner. @returns its id. */
export async function insertCompany(
  tx: Tx,
  { name, ownerId }: { name: string; ownerId: number },
): Promise<string> {
  const { id } = await tx.company.create({
    data: { name, settings: { create: {} }, memberships: { create: { userId: ownerId } } },
    select: { id: true },
  });
  return id;
}

/** A request for an automatic run. Instants as text: a JavaScript date would lose the microseconds. */
export interface AutoMatchRequest {
  requestedAt: string;
  /** The request that it replaced. */
  before: string | null;
}

/**
 * Requests an automatic run in the transaction that wrote new data. The request is stored in the row, so
 * that a crash before the job is enqueued does not lose it.
 */
export async function requestAutoMatch(
  tx: Tx,
  { companyId }: CompanyContext,
): Promise<AutoMatchRequest> {
  const rows = await tx.$queryRaw<[AutoMatchRequest]>`
    WITH last AS (SELECT id, match_requested_at FROM companies WHERE id = ${companyId}::uuid FOR UPDATE)
    UPDATE companies c SET match_requested_at = clock_timestamp() FROM last WHERE c.id = last.id
    RETURNING c.match_requested_at::text AS "requestedAt", last.match_requested_at::text AS before`;
  return rows[0];
}

/** Withdraws a request whose work is done, unless another one has followed. */
export async function withdrawAutoMatch(
  tx: Tx,
  { companyId }: CompanyContext,
  { requestedAt, before }: AutoMatchRequest,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE companies SET match_requested_at = ${before}::timestamptz
    WHERE id = ${companyId}::uuid AND match_requested_at = ${requestedAt}::timestamptz`;
}
