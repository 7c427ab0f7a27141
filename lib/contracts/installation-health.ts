import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * One thing that was looked at in the installation.
 * @schema HealthCheck
 */
const healthCheck = z.object({
  /** Identifies the check. */
  id: z.enum([
    "version",
    "database",
    "backup",
    "backup_test",
    "mail",
    "jobs",
    "keys",
    "clock",
    "disk",
    "proxy",
    "quickbooks_reads",
    "xero_calls",
    "providers",
    "sign_in",
  ]),
  /** unknown: it couldn't be found out. */
  state: z.enum(["ok", "attention", "unknown"]),
  /** What was found, in one sentence. */
  text: z.string(),
  /** What to do; null where nothing has to be done. */
  action: z.string().nullable(),
});
export type HealthCheck = z.infer<typeof healthCheck>;

/** 404 where SIGN_UP is open, since strangers' companies share it then. */
export const installationHealth = defineEndpoint({
  method: "GET",
  path: "/installation/health/",
  summary: "Get the health of the installation",
  access: "session",
  role: "owner",
  apiTokens: false,
  problems: ["not_found"],
  response: z.object({
    /** What was looked at. */
    checks: z.array(healthCheck),
    /** APP_URL: what links in mails lead to. */
    app_url: z.string(),
  }),
});

/** 404 where SIGN_UP is open. */
export const sendHealthTestMail = defineEndpoint({
  method: "POST",
  path: "/installation/test-mail/",
  summary: "Send a test mail to your own address",
  access: "session",
  role: "owner",
  apiTokens: false,
  problems: ["not_found"],
  response: messageResponse.extend({
    /** Whether the mail server took it. */
    sent: z.boolean(),
  }),
});
