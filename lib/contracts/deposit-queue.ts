import { rowId } from "@/lib/contracts/common";
import { deposit } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * What the queue shows of a deposit.
 * @schema QueuedDeposit
 */
const queuedDeposit = deposit.pick({
  id: true,
  txn_date: true,
  total_amt: true,
  currency: true,
  source: true,
  status: true,
});

/** After one: first those that couldn't be posted, then suggested ones, then pending ones, each by date. */
export const nextDeposit = defineEndpoint({
  method: "GET",
  path: "/qb/next-deposit/",
  summary: "Get the next deposit to review",
  access: "session",
  role: "viewer",
  apiTokens: true,
  problems: ["not_found"],
  query: z.object({
    /** The id of a deposit; one that isn't in the queue is followed by the first one. */
    after: rowId,
    /** Which way to go. */
    direction: z.enum(["next", "previous"]).default("next"),
  }),
  response: z.object({
    /** Null at the end of the queue. */
    deposit: queuedDeposit.nullable(),
  }),
});
export type NextDeposit = z.infer<typeof nextDeposit.response>;
