import type { HealthCheck } from "@/lib/contracts/installation-health";
import { within } from "@/lib/within";
import { noteMailOutcome } from "@/server/mail/mail-outcomes";
import { sendTestMail, UnsentMailError } from "@/server/mail/send-test-mail";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { NotFoundError } from "@/server/platform/errors";
import { isPrivate, readInstallation } from "@/server/platform/installation";
import { log } from "@/server/platform/logger";
import { HEALTH_CHECKS } from "./health-checks";

/** For the whole page, which is asked for when something is wrong. */
const FIND_WITHIN_MS = 2_500;

/**
 * How the installation is, for the owners of its companies. What can't be found out in time is unknown.
 * @throws NotFoundError where strangers may sign up: the installation is then none of their business.
 */
export async function loadInstallationHealth() {
  await requirePrivate();
  const checks = await Promise.all(
    Object.entries(HEALTH_CHECKS).map(async ([id, find]): Promise<HealthCheck> => {
      try {
        const { isUnknown, ...finding } = await within<Finding>(FIND_WITHIN_MS, find());
        const state = finding.action !== null ? "attention" : isUnknown ? "unknown" : "ok";
        return { id: id as HealthCheck["id"], state, ...finding };
      } catch (error) {
        log().warn({ check: id, error }, "health not found out");
        const text = "This couldn't be found out. The log says why.";
        return { id: id as HealthCheck["id"], state: "unknown", text, action: null };
      }
    }),
  );
  return { checks, app_url: getEnv().APP_URL };
}

type Finding = { text: string; action: string | null; isUnknown?: boolean };

/** Sends a mail to the user's own address, and says what became of it. @throws as {@link loadInstallationHealth}. */
export async function sendOwnTestMail({ userId }: SessionContext) {
  await requirePrivate();
  const { email } = await db("accounts").user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true },
  });
  try {
    const message = await sendTestMail(email);
    await noteMailOutcome();
    return { sent: true, message };
  } catch (error) {
    if (!(error instanceof UnsentMailError)) throw error;
    if (error.cause !== undefined) await noteMailOutcome(error.cause);
    return { sent: false, message: error.message };
  }
}

async function requirePrivate(): Promise<void> {
  if (isPrivate(await readInstallation())) return;
  throw new NotFoundError("This installation has no such page.");
}
