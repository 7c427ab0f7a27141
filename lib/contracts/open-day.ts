import { messageResponse } from "@/lib/contracts/common";
import { depositRef } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** On the first day after it, or on its own day again. */
export const postOnOpenDay = defineEndpoint({
  method: "POST",
  path: "/qb/post-on-open-day/",
  work: "post",
  summary: "Date a deposit after the closed period",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_posted", "books_open", "not_connected", "not_found", "paused"],
  callsProvider: true,
  body: depositRef.extend({
    /** Whether to date it on the first open day; false: on its own day again. */
    on: z.boolean(),
  }),
  response: messageResponse,
});

/** All that wait for closed books, on the first day after them. */
export const postAllOnOpenDay = defineEndpoint({
  method: "POST",
  path: "/qb/post-all-on-open-day/",
  work: "bulk",
  summary: "Date deposits after the closed period",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["books_open", "not_connected", "not_found", "not_waiting", "paused"],
  callsProvider: true,
  response: messageResponse.extend({
    /** How many deposits were moved. */
    count: z.number().int(),
  }),
});
