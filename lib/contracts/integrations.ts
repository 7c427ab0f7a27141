import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { RUN_STATES } from "@/lib/contracts/values/runs";
import { connectableProviders } from "@/lib/providers/list";
import * as z from "@/lib/zod";

/** The documented spelling. */
const integrationType = z.enum(connectableProviders().map(({ wire }) => wire));

export const integration = z.object({
  integration_type: integrationType,
  status: z.enum(["connected", "expired"]),
  display_name: z.string(),
  livemode: z.boolean(),
  last_synced_at: z.string().nullable(),
  /** quickbook: default_bank, default_bank_name, clearing_account, clearing_account_name. stripe, authorize: id, Name of the expense category. */
  meta_data: z.record(z.string(), z.string()),
  authorized_account: z.object({ login_id: z.string() }),
});
export type Integration = z.infer<typeof integration>;

export const integrationList = defineEndpoint({
  method: "GET",
  path: "/user/integrations/",
  summary: "The connected providers",
  access: "session",
  response: z.object({ integrations: z.array(integration) }),
});

export const syncRun = z.object({
  id: z.string(),
  integration_type: integrationType,
  state: z.enum(RUN_STATES),
  stage: z.string(),
  done: z.number().int(),
  /** Null until it is known. */
  total: z.number().int().nullable(),
  message: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type SyncRun = z.infer<typeof syncRun>;

export const syncRunList = defineEndpoint({
  method: "GET",
  path: "/sync-runs/",
  summary: "The latest syncs, newest first, with their progress",
  access: "session",
  unattended: true,
  response: z.object({ runs: z.array(syncRun) }),
});

export const cancelSync = defineEndpoint({
  method: "POST",
  path: "/sync-runs/cancel/",
  summary: "Cancel a sync; imported data is kept",
  access: "session",
  body: z.object({ run_id: z.uuid() }),
  response: messageResponse,
});
