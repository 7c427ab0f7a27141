import type { OnTheirWay } from "@/lib/contracts/dashboard";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import { sourceName } from "@/server/connections/find";
import { readOnTheirWay } from "@/server/connections/on-their-way";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

const MAX_SHOWN = 100;

/**
 * Payouts that the bank doesn't have yet, the next one first. Those that can still change at the processor are known
 * from the connection's last sync alone; the others are deposits already.
 */
export async function loadOnTheirWay(ctx: CompanyContext): Promise<OnTheirWay> {
  const { companyId } = ctx;
  const [connections, deposits] = await Promise.all([
    db(ctx).integration.findMany({
      where: { companyId },
      select: { id: true, provider: true, displayName: true, cursor: true, disconnectedAt: true },
    }),
    db(ctx).deposit.findMany({
      where: { companyId, deletedAt: null, payoutStatus: { in: ["pending", "in_transit"] } },
      select: {
        ...{ id: true, integrationId: true, providerId: true },
        ...{ txnDate: true, amount: true, currency: true },
      },
      orderBy: [{ txnDate: "asc" }, { id: "asc" }],
      take: MAX_SHOWN,
    }),
  ]);
  const imported = new Set(deposits.map((each) => `${each.integrationId} ${each.providerId}`));
  const payouts = connections.flatMap(({ id, provider, displayName, cursor, disconnectedAt }) => {
    const source = () => sourceName(provider, displayName);
    const known = disconnectedAt === null ? readOnTheirWay(cursor) : [];
    const listed = known.flatMap(({ providerId, date, amount, currency }) =>
      imported.has(`${id} ${providerId}`)
        ? []
        : [
            {
              date,
              currency,
              source: source(),
              amount: toWireDecimal(amount, currency),
              deposit_id: null,
            },
          ],
    );
    const stored = deposits
      .filter(({ integrationId }) => integrationId === id)
      .map((deposit) => ({
        date: dateText(deposit.txnDate),
        currency: deposit.currency,
        source: source(),
        amount: toWireDecimal(Number(deposit.amount), deposit.currency),
        deposit_id: deposit.id,
      }));
    return [...listed, ...stored];
  });
  return { payouts: payouts.toSorted((a, b) => a.date.localeCompare(b.date)).slice(0, MAX_SHOWN) };
}
