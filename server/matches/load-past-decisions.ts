import type { Prisma } from "@/generated/prisma/client";
import type { HistoryEntry } from "@/matching/engine/contract";
import { withLines } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { toDepositInput, toLineInput, toPaymentInput } from "./engine-input";

/** Enough to learn a company's habits from; dismissals count for ever and are never cut. */
const LATEST_CONFIRMATIONS = 2_000;

const withFacts = {
  deposit: { include: withLines },
  lines: { include: { line: true } },
  payments: { include: { payment: true } },
} satisfies Prisma.MatchInclude;

/** A payment that we made from the line itself says nothing about how the books record one. */
const found = {
  payments: { none: { payment: { planned: { isNot: null } } } },
} satisfies Prisma.MatchWhereInput;

type Decided = Prisma.MatchGetPayload<{ include: typeof withFacts }>;

/** The company's past decisions, as pairs the engine learns from. */
export async function loadPastDecisions(tx: Tx, ctx: CompanyContext): Promise<HistoryEntry[]> {
  const { companyId } = ctx;
  const refused = await tx.match.findMany({
    where: { companyId, state: { in: ["dismissed", "undone"] }, ...found },
    include: withFacts,
    orderBy: { createdAt: "asc" },
  });
  const confirmed = await tx.match.findMany({
    where: { companyId, state: "accepted", NOT: { decidedBy: null }, ...found },
    include: withFacts,
    orderBy: { createdAt: "desc" },
    take: LATEST_CONFIRMATIONS,
  });
  return [...refused, ...confirmed].flatMap(toPairs);
}

function toPairs(match: Decided): HistoryEntry[] {
  const decision = DECISIONS[match.state];
  if (!decision) return [];
  const { lines: _, ...deposit } = toDepositInput(match.deposit);
  const payments = match.payments.map(({ payment }) => toPaymentInput(payment));
  if (match.lines.length === 0) {
    return payments.map((payment) => ({ decision, deposit, payment }));
  }
  return match.lines.flatMap(({ line }) =>
    payments.map((payment) => ({ decision, deposit, line: toLineInput(line), payment })),
  );
}

const DECISIONS: Partial<Record<Decided["state"], HistoryEntry["decision"]>> = {
  dismissed: "dismissed",
  undone: "undone",
  accepted: "confirmed",
};
