import { db } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { deleteOldEvents } from "@/server/sync/webhooks/sync-requests";

/** Deletes expired rows: undeliverable mails, throttles, leases, codes, invitations, API tokens, pending sign-ins and webhook events. */
export async function sweepExpired(): Promise<void> {
  const undelivered = await db("jobs").$executeRaw`DELETE FROM mails WHERE expires_at <= now()`;
  if (undelivered > 0) log().error({ undelivered }, "mails could not be delivered in time");
  await db("jobs").$executeRaw`DELETE FROM throttles WHERE expires_at <= now()`;
  await db("jobs").$executeRaw`DELETE FROM leases WHERE expires_at <= now()`;
  await db("jobs").$executeRaw`DELETE FROM known_addresses WHERE expires_at <= now()`;
  await db("jobs").$executeRaw`DELETE FROM sign_in_challenges WHERE expires_at <= now()`;
  await db("jobs").$executeRaw`DELETE FROM email_confirmations WHERE expires_at <= now()`;
  // Shown as expired for a month, to be sent again.
  await db("jobs")
    .$executeRaw`DELETE FROM invitations WHERE expires_at <= now() - interval '30 days'`;
  await db("jobs").$executeRaw`DELETE FROM withdrawn_invitations WHERE expires_at <= now()`;
  // Expired ones are shown for a month.
  await db("jobs").$executeRaw`
    DELETE FROM api_tokens WHERE least(expires_at, revoked_at) <= now() - interval '30 days'`;
  // A grant outlives its code by less than this.
  await db("jobs")
    .$executeRaw`DELETE FROM reset_codes WHERE expires_at <= now() - interval '1 hour'`;
  await deleteOldEvents();
}
