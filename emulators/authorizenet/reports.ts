import { z } from "zod";
import { batchView, detailsView, merchantDetails, summaryView } from "./present";
import type { AuthorizeNetState } from "./state";

/** A refusal, or "nothing found", by its message code. */
export class Outcome extends Error {
  override readonly name = "Outcome";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const WINDOW_SECONDS = 31 * 86_400;
const DAY_SECONDS = 86_400;

const truth = z.union([
  z.boolean(),
  z.enum(["true", "false"]).transform((text) => text === "true"),
]);
const whole = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]);
const id = z.string().regex(/^\d+$/);
// Times without a zone are UTC, like every time in a request.
const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z?$/)
  .transform((text) => Date.parse(text.endsWith("Z") ? text : `${text}Z`) / 1000);

const batchListInput = z.object({
  includeStatistics: truth.default(false),
  firstSettlementDate: instant.optional(),
  lastSettlementDate: instant.optional(),
});
const transactionListInput = z.object({
  batchId: id,
  sorting: z
    .object({ orderBy: z.enum(["id", "submitTimeUTC"]), orderDescending: truth })
    .default({ orderBy: "submitTimeUTC", orderDescending: true }),
  paging: z
    .object({
      limit: whole.pipe(z.int().min(1).max(1000)),
      offset: whole.pipe(z.int().min(1).max(100_000)),
    })
    .default({ limit: 1000, offset: 1 }),
});
const detailsInput = z.object({ transId: id });

type Report = (state: AuthorizeNetState, body: object) => object;

/** Reports need the Transaction Details API; the other requests need only the key. */
export const REPORTS: Record<string, Report> = {
  getSettledBatchListRequest: settledBatches,
  getTransactionListRequest: transactionsOf,
  getTransactionDetailsRequest: detailsOf,
};

export const ACCOUNT_ANSWERS: Record<string, Report> = {
  authenticateTestRequest: () => ({}),
  getMerchantDetailsRequest: (state) => merchantDetails(state),
};

function settledBatches(state: AuthorizeNetState, body: object): object {
  const input = parsed(batchListInput, body, "getSettledBatchListRequest");
  const { firstSettlementDate: first, lastSettlementDate: last } = input;
  if ((first === undefined) !== (last === undefined)) {
    throw new Outcome("E00013", "Give both the first and the last settlement date, or neither.");
  }
  const now = Date.now() / 1000;
  const [from, to] = [first ?? now - DAY_SECONDS, last ?? now];
  if (to < from || to - from > WINDOW_SECONDS) {
    throw new Outcome("E00013", "The settlement dates are more than 31 days apart.");
  }
  const found = state.batches.filter(({ settledAt }) => settledAt >= from && settledAt <= to);
  if (found.length === 0) throw nothingFound();
  return { batchList: found.map((batch) => batchView(batch, input.includeStatistics)) };
}

function transactionsOf(state: AuthorizeNetState, body: object): object {
  const { batchId, sorting, paging } = parsed(
    transactionListInput,
    body,
    "getTransactionListRequest",
  );
  const batch = state.batches.find((each) => each.batchId === batchId);
  const key = sorting.orderBy === "id" ? "transId" : "submittedAt";
  const sign = sorting.orderDescending ? -1 : 1;
  const ordered = [...(batch?.transactions ?? [])].sort(
    (a, b) => sign * (Number(a[key]) - Number(b[key])),
  );
  // The offset counts pages, from 1.
  const page = ordered.slice((paging.offset - 1) * paging.limit, paging.offset * paging.limit);
  if (page.length === 0) throw nothingFound();
  return { transactions: page.map(summaryView), totalNumInResultSet: ordered.length };
}

function detailsOf(state: AuthorizeNetState, body: object): object {
  const { transId } = parsed(detailsInput, body, "getTransactionDetailsRequest");
  for (const batch of state.batches) {
    const found = batch.transactions.find((each) => each.transId === transId);
    if (found) return { transaction: detailsView(found, batch) };
  }
  throw new Outcome("E00040", "The record cannot be found.");
}

function parsed<T extends z.ZodType>(schema: T, body: object, request: string): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const element = String(result.error.issues[0]?.path.at(-1) ?? request);
  throw new Outcome(
    "E00003",
    `The '${element}' element is invalid - The value is invalid according to its datatype.`,
  );
}

function nothingFound(): Outcome {
  return new Outcome("I00004", "No records found.");
}
