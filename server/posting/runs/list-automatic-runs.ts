import { Prisma } from "@/generated/prisma/client";
import type { listAutomaticRuns as listAutomaticRunsContract } from "@/lib/contracts/automatic-runs";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { IS_UNDOABLE, postingsOfRuns } from "../runs";

const LATEST = 20;
const DAYS = 30;

interface Row {
  id: string;
  at: Date;
  matched: number;
  undoable: number;
  undone: number;
}

/** The latest runs of Auto Match that matched something by themselves, with what has become of it; the newest first. */
export async function listAutomaticRuns(
  ctx: CompanyContext,
): Promise<ResponseOf<typeof listAutomaticRunsContract>> {
  const rows = await db(ctx).$queryRaw<Row[]>(Prisma.sql`
    SELECT r.id, r.created_at AS at, own.matched, own.undoable, own.undone
    FROM (SELECT id, created_at FROM automatic_runs WHERE company_id = ${ctx.companyId}::uuid
        AND created_at > now() - make_interval(days => ${DAYS}::int)
      ORDER BY created_at DESC LIMIT ${LATEST}) r
    CROSS JOIN LATERAL (SELECT count(*)::int AS matched,
        count(*) FILTER (WHERE ${IS_UNDOABLE})::int AS undoable,
        count(*) FILTER (WHERE p.state = 'undone')::int AS undone
      FROM ${postingsOfRuns(ctx)} AND p.run_id = r.id) own
    WHERE own.matched > 0
    ORDER BY r.created_at DESC, r.id`);
  return {
    runs: rows.map(({ at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      posted: row.matched - row.undoable - row.undone,
    })),
  };
}
