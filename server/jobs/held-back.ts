import { Prisma } from "@/generated/prisma/client";
import type { JobName } from "./definitions";

/**
 * In SQL: a job of a company is not held back. What failed lately waits, and what failed too often is
 * parked; the sweep leaves both out, row by row, so that they never fill its limit.
 */
export function notHeldBack(job: JobName, companyId: Prisma.Sql, entityId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM job_failures f
    WHERE f.company_id = ${companyId} AND f.job = ${job} AND f.entity_id = ${entityId}::text
      AND (f.dead_at IS NOT NULL OR f.next_attempt_at > now()))`;
}
