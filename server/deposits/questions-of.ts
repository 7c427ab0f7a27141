import { Prisma } from "@/generated/prisma/client";
import type { LineQuestion } from "@/lib/contracts/questions";
import type { CompanyContext } from "@/server/platform/context";

/** Of a deposit; more are not shown. */
const MAX_SHOWN = 100;

const instant = (column: Prisma.Sql) =>
  Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The questions to clients about a deposit's lines as the wire has them, the newest first. */
export type QuestionRow = LineQuestion;

export function questionsOf({ companyId }: CompanyContext, depositId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT q.id, q.line_id, q.email, q.question, q.answer,
      CASE WHEN q.state = 'open' AND q.expires_at <= now() THEN 'expired' ELSE q.state::text END AS state,
      coalesce((SELECT u.username FROM users u WHERE u.id = q.asked_by), '') AS asked_by,
      ${instant(Prisma.sql`q.asked_at`)} AS asked_at, ${instant(Prisma.sql`q.expires_at`)} AS expires_at,
      ${instant(Prisma.sql`q.closed_at`)} AS closed_at
    FROM line_questions q WHERE q.company_id = ${companyId}::uuid AND q.deposit_id = ${depositId}::int
    ORDER BY q.id DESC LIMIT ${MAX_SHOWN}::int`;
}
