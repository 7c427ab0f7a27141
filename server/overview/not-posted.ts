import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";

/** SQL: the deposits `d` whose posting failed, or lacks something. Literal, so that its partial index serves. */
export function notPosted({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`FROM postings p
    JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
    WHERE p.company_id = ${companyId}::uuid AND p.state IN ('failed', 'blocked')`;
}
