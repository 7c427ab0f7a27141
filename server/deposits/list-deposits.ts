import type { Prisma } from "@/generated/prisma/client";
import type { depositList } from "@/lib/contracts/deposits";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";
import { chosenBankName } from "@/server/deposits/bank-name";
import { toDepositView } from "@/server/deposits/deposit-view";
import { type DepositWithLines, withLines } from "@/server/matches/engine-input";

type Query = QueryOf<typeof depositList>;

const DEFAULT_PAGE_SIZE = 50;

const ORDER = {
  date: { txnDate: "asc" },
  "-date": { txnDate: "desc" },
  amount: { amount: "asc" },
  "-amount": { amount: "desc" },
  status: { status: "asc" },
  "-status": { status: "desc" },
  // One bank account per company: sorting by it is sorting by nothing, but not an error.
  account: { id: "asc" },
  "-account": { id: "desc" },
} satisfies Record<NonNullable<Query["sort"]>, Prisma.DepositOrderByWithRelationInput>;

/**
 * The company's deposits. Without a page, all of them, as documented; with one, paged, filtered and
 * sorted in the database.
 */
export async function listDeposits(
  ctx: CompanyContext,
  query: Query,
): Promise<ResponseOf<typeof depositList>> {
  return db(ctx).$transaction(async (tx) => {
    const bankName = await chosenBankName(ctx, tx);
    const where = whereOf(ctx, query, bankName);
    const total = await tx.deposit.count({ where });
    const paged = query.page !== undefined || query.page_size !== undefined;
    const page = query.page ?? 1;
    const pageSize = query.page_size ?? DEFAULT_PAGE_SIZE;
    const rows = await tx.deposit.findMany({
      where,
      include: withLines,
      orderBy: [ORDER[query.sort ?? "-date"], { id: "desc" }],
      ...(paged && { skip: (page - 1) * pageSize, take: pageSize }),
    });
    return {
      deposits: await viewDeposits(tx, ctx, rows, bankName),
      bank_name: bankName,
      total,
      page,
      page_size: paged ? pageSize : total,
    };
  });
}

function whereOf(ctx: CompanyContext, query: Query, bankName: string): Prisma.DepositWhereInput {
  const { q, status } = query;
  // The account's name is the same for every row: when it fits, the search leaves nothing out.
  const byAccount = q !== undefined && bankName.toLowerCase().includes(q.toLowerCase());
  const contains = { contains: q ?? "", mode: "insensitive" as const };
  return {
    companyId: ctx.companyId,
    deletedAt: null,
    ...(status && status !== "all" && { status }),
    ...(q !== undefined &&
      !byAccount && { OR: [{ quickbooksId: contains }, { providerId: contains }] }),
  };
}

/** Rows as the wire has them, with the state of their matches and postings. */
export async function viewDeposits(
  tx: Tx,
  ctx: CompanyContext,
  rows: DepositWithLines[],
  bankName: string,
) {
  const { companyId } = ctx;
  const depositId = { in: rows.map(({ id }) => id) };
  const matchedLines = await tx.matchLine.findMany({
    where: { companyId, live: true, line: { depositId } },
    select: { lineId: true },
  });
  const postings = await tx.posting.findMany({
    where: { companyId, depositId, NOT: { state: "undone" } },
  });
  const matchedLineIds = new Set(matchedLines.map(({ lineId }) => lineId));
  const byDeposit = new Map(postings.map((posting) => [posting.depositId, posting]));
  return rows.map((row) =>
    toDepositView(row, { bankName, matchedLineIds, posting: byDeposit.get(row.id) }),
  );
}
