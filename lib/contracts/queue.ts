import { MAX_QUEUE_ROWS, QUEUE_GROUPS, QUEUE_ROWS } from "@/lib/constants/queue";
import { currencySum, queryNumber } from "@/lib/contracts/common";
import { deposit } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * not_posted: posting failed or lacks something; suggested: a match waits for a decision; open: the rest.
 * @schema QueueGroup
 */
export const queueGroup = z.enum(QUEUE_GROUPS);
export type QueueGroup = z.infer<typeof queueGroup>;

/**
 * Deposits that wait for the same.
 * @schema QueuePart
 */
const queuePart = z.object({
  /** What they wait for. */
  group: queueGroup,
  /** How many there are in the whole group. */
  count: z.number().int().nonnegative(),
  /** What the whole group amounts to, by currency. */
  sums: z.array(currencySum),
  /** The oldest ones. */
  deposits: z.array(deposit),
});

/** The most urgent group first, each deposit with the reason why it is open. */
export const queue = defineEndpoint({
  method: "GET",
  path: "/qb/queue/",
  summary: "List the deposits to review",
  access: "session",
  role: "viewer",
  apiTokens: true,
  kept: () => true,
  query: z.object({
    /** How many deposits of each group. */
    limit: queryNumber(1, MAX_QUEUE_ROWS).default(QUEUE_ROWS),
  }),
  response: z.object({
    /** The most urgent first. */
    groups: z.array(queuePart),
  }),
});
export type Queue = z.infer<typeof queue.response>;
