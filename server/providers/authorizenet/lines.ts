import { sumMinor } from "@/lib/money";
import { log } from "@/server/platform/logger";
import type { AuthorizeNetCall } from "@/server/providers/authorizenet/client";
import { unreadable } from "@/server/providers/authorizenet/errors";
import {
  type MerchantFacts,
  minor,
  needsDetails,
  toLine,
} from "@/server/providers/authorizenet/mapper";
import {
  PAGE_LIMIT,
  transactionDetails,
  transactionList,
} from "@/server/providers/authorizenet/requests";
import {
  type Batch,
  type Details,
  detailsReply,
  type Transaction,
  transactionPage,
} from "@/server/providers/authorizenet/schemas";
import { isGivenBack } from "@/server/providers/authorizenet/status";
import { ProviderError } from "@/server/providers/errors";
import type { ReturnedLine, SourceLine } from "@/server/providers/types";

/** Parallel requests for details. */
const AT_ONCE = 5;

/** All lines of a batch, from all pages. @throws ProviderError when they contradict its statistics. */
export async function readLines(
  call: AuthorizeNetCall,
  batch: Batch,
  context: { merchant: MerchantFacts; date: string },
): Promise<SourceLine[]> {
  const transactions = await readTransactions(call, batch.batchId);
  const details = await readDetails(call, transactions.filter(needsDetails));
  const lines = transactions.flatMap(
    (each) => toLine(each, details.get(each.transId), context) ?? [],
  );
  return agreedWith(batch, lines, context.merchant.currency);
}

/** Transactions of a batch that are marked as returned or charged back now; some may have been so from the start. */
export async function readReturned(
  call: AuthorizeNetCall,
  batchId: string,
): Promise<ReturnedLine[]> {
  const transactions = await readTransactions(call, batchId);
  return transactions.flatMap(({ transId, transactionStatus }) =>
    isGivenBack(transactionStatus) ? [{ providerId: transId, returnedAs: transactionStatus }] : [],
  );
}

/** Keyed by id: a transaction listed on two neighbouring pages counts once. */
async function readTransactions(call: AuthorizeNetCall, batchId: string): Promise<Transaction[]> {
  const found = new Map<string, Transaction>();
  for (let page = 1; ; page += 1) {
    const { transactions } = await call(() => transactionList(batchId, page), transactionPage);
    const before = found.size;
    for (const each of transactions) found.set(each.transId, each);
    if (transactions.length < PAGE_LIMIT || found.size === before) return [...found.values()];
  }
}

async function readDetails(call: AuthorizeNetCall, transactions: Transaction[]) {
  const found = new Map<string, Details>();
  const waiting = [...transactions];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const details = await oneDetail(call, next.transId);
      if (details) found.set(next.transId, details);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

/** Details only improve matching: a transaction without any is still a line. */
async function oneDetail(call: AuthorizeNetCall, transId: string): Promise<Details | undefined> {
  try {
    return (await call(() => transactionDetails(transId), detailsReply)).transaction;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure !== "not_found") throw error;
    log().warn({ transaction: transId, error }, "Authorize.Net has no details of a transaction");
    return undefined;
  }
}

/**
 * Checks the lines against the batch's own statistics. A settled charge that is later returned or charged
 * back changes its status in the list of its original batch; only the statistics distinguish it from one
 * that took money out of this batch.
 */
function agreedWith(batch: Batch, lines: SourceLine[], currency: string): SourceLine[] {
  if (!batch.statistics) return lines;
  const reported = (field: "chargeAmount" | "refundAmount") =>
    sumMinor((batch.statistics ?? []).map((each) => Math.abs(minor(each[field], currency))));
  const sum = (kind: SourceLine["kind"]) =>
    sumMinor(lines.filter((line) => line.kind === kind).map(({ gross }) => Math.abs(gross)));
  const [charged, refunded] = [reported("chargeAmount"), reported("refundAmount")];
  if (sum("refund") === refunded) {
    if (sum("charge") === charged) return lines;
    if (sum("charge") + sum("dispute") === charged) return lines.map(asSettled);
  }
  throw unreadable(
    `batch ${batch.batchId}: its transactions give ${sum("charge")} charged and ${sum("refund")} refunded, its statistics ${charged} and ${refunded} ${currency}`,
  );
}

function asSettled(line: SourceLine): SourceLine {
  if (line.kind !== "dispute") return line;
  const { gross, net, providerKind } = line;
  return { ...line, kind: "charge", gross: -gross, net: -net, returnedAs: providerKind };
}
