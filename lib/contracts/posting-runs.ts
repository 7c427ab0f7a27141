import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const postingRun = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** How many it posted. */
  deposits: z.number().int().nonnegative(),
  /** Of them: not undone since. */
  deposit_ids: z.array(z.number().int()),
});

export const listPostingRuns = defineEndpoint({
  method: "GET",
  path: "/qb/posting-runs/",
  summary: "The latest times that all that was ready was posted together, as far as not undone",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({ runs: z.array(postingRun) }),
});
