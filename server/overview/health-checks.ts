import { counted } from "@/lib/counted";
import { formatBytes } from "@/lib/format-bytes";
import { timeAgo } from "@/lib/time-ago";
import { lastMails } from "@/server/mail/mail-outcomes";
import { countReadable } from "@/server/platform/crypto/keyring";
import { type Env, getEnv } from "@/server/platform/env";
import {
  addressWarning,
  clockWarning,
  dataDisk,
  describeBackup,
  describeBackupTest,
  diskWarning,
  readBackups,
  warningAbout,
} from "@/server/platform/health/readiness";
import { queryUnscoped } from "@/server/platform/prepared-queries";
import { isWorkerMissing, secondsWithoutWorker } from "@/server/platform/queue/claims";
import { readsByCompany } from "@/server/providers/read-meter";
import { xeroPaces } from "@/server/providers/xero-calls";

/** What was found, and what to do about it; null where nothing has to be done. */
interface Finding {
  text: string;
  action: string | null;
  /** Unknown; nothing is known to be wrong. */
  isUnknown?: boolean;
}

const fine = (text: string): Finding => ({ text, action: null });

const OLDEST_NODE = 22;
/** QuickBooks' reads: from here on lists wait. */
const MOST_READS = 0.8;

/** How each part of the installation is found out. None tells the value of a setting that is secret. */
export const HEALTH_CHECKS = {
  version: async () => {
    const text = `Deposit Matcher ${getEnv().versionName} on Node ${process.versions.node}.`;
    const isOld = Number.parseInt(process.versions.node, 10) < OLDEST_NODE;
    return { text, action: isOld ? "This Node gets no fixes any more: use Node 24 or 22." : null };
  },
  database: async () => {
    const [row] = await queryUnscoped<{ server: string; migration: string }>(`
      SELECT current_setting('server_version') AS server,
        (SELECT max(migration_name) FROM _prisma_migrations WHERE rolled_back_at IS NULL) AS migration`);
    return fine(`PostgreSQL ${row?.server}; the schema is that of ${row?.migration}.`);
  },
  backup: async () => {
    const backups = await readBackups();
    const { text, action } = describeBackup(backups, new Date());
    const schedule = describeSchedule(getEnv());
    const found = `${text} ${schedule.text}`;
    if (schedule.action !== null) return { text: found, action: action ?? schedule.action };
    if (schedule.isUnknown && !backups.latest)
      return { text: found, action: null, isUnknown: true };
    return { text: found, action };
  },
  backup_test: async () => {
    const backups = await readBackups();
    const finding = describeBackupTest(backups, new Date());
    const isScheduled = backups.latest !== null || /\d/.test(getEnv().BACKUP_AT ?? "");
    return isScheduled ? finding : { text: finding.text, action: null, isUnknown: true };
  },
  mail: async () => describeMail(getEnv(), await lastMails(), new Date()),
  jobs: async () => {
    if (await isWorkerMissing()) {
      return {
        text: `No worker was seen for ${counted(Math.floor((await secondsWithoutWorker()) / 60), "minute")}: nothing is synced, matched, posted or mailed.`,
        action: "Start npm run worker, or set WORKER=inline.",
      };
    }
    return fine("A worker is running.");
  },
  keys: async () => {
    const { sealed, readable } = await countReadable();
    const text = `APP_SECRET opens ${readable} of ${sealed} stored secrets.`;
    const action =
      "Set APP_SECRET, or APP_SECRET_PREVIOUS, to the secret of before; without it, connect the providers again.";
    return { text, action: readable < sealed ? action : null };
  },
  clock: async () => {
    const wrong = await clockWarning();
    if (wrong) return { text: wrong, action: "Set the clocks of both machines by NTP." };
    return fine("The clock agrees with the database's.");
  },
  disk: async () => {
    const [disk, wrong] = [await dataDisk(), await diskWarning()];
    if (wrong) return { text: wrong, action: "Free some space, or move DATA_DIR and the backups." };
    if (!disk) return { text: "DATA_DIR doesn't exist here.", action: null, isUnknown: true };
    const { freeBytes, totalBytes } = disk;
    return fine(
      `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} are free on the disk of DATA_DIR.`,
    );
  },
  proxy: async () => {
    const unnamed = warningAbout("unnamed proxy");
    if (unnamed) return { text: `${unnamed}.`, action: "Name the proxy in TRUSTED_PROXIES." };
    const address = addressWarning(getEnv());
    if (address) return { text: address, action: "Use an https address for APP_URL." };
    return fine("No request came through a proxy that TRUSTED_PROXIES doesn't name.");
  },
  quickbooks_reads: async () => {
    const { reads, allowance, stoppedAt } = await readsByCompany(0);
    const left = Math.max(0, allowance - reads).toLocaleString("en-US");
    const text = `${left} of ${allowance.toLocaleString("en-US")} reads at QuickBooks are left this month.`;
    if (stoppedAt) {
      return {
        text: `${text} QuickBooks refuses all of them at the moment.`,
        action: "See the app's usage at developer.intuit.com. One read an hour is tried.",
      };
    }
    const isMuch = reads >= allowance * MOST_READS;
    return {
      text,
      action: isMuch ? "Lists wait until the next month; see docs/throttling.md." : null,
    };
  },
  xero_calls: async () => {
    const paces = await xeroPaces();
    const [least] = paces;
    if (!least) return fine("No call to Xero was answered in the last day.");
    const left = counted(least.leftToday, "call");
    const among =
      paces.length === 1 ? "the organisation" : `the busiest of ${paces.length} organisations`;
    const text = `Xero leaves ${among} ${left} today.`;
    const waiting = paces.filter((pace) => pace.waiting !== null).length;
    if (waiting === 0) return fine(text);
    const who = paces.length === 1 ? "It waits" : `${counted(waiting, "organisation")} wait`;
    return { text, action: `${who} for Xero's limits; see docs/throttling.md.` };
  },
  providers: async () => describeProviders(getEnv()),
  sign_in: async () => describeSignIn(getEnv()),
} as const satisfies Record<string, () => Promise<Finding>>;

function describeSchedule({ BACKUP_AT, BACKUP_KEEP }: Env): Finding {
  if (BACKUP_AT === undefined) {
    const text = "Whether another process makes them every day is unknown here.";
    return { text, action: null, isUnknown: true };
  }
  if (BACKUP_AT === "off") {
    return { text: "The schedule is off.", action: "Set BACKUP_AT to a time such as 03:30." };
  }
  return fine(`One is made every day at ${BACKUP_AT}, and ${BACKUP_KEEP} are kept.`);
}

function describeMail(
  { SMTP_URL }: Env,
  outcomes: Awaited<ReturnType<typeof lastMails>>,
  now: Date,
): Finding {
  if (SMTP_URL === undefined) {
    return {
      text: "No mail server is set: mails are kept as files in DATA_DIR/mail.",
      action: "Set SMTP_URL and MAIL_FROM.",
    };
  }
  const [sent, failed] = (["sent", "failed"] as const).map((outcome) =>
    outcomes.find((each) => each.outcome === outcome),
  );
  const ago = (at: Date) => timeAgo(at.toISOString(), now);
  const went = sent ? `The last mail was sent ${ago(sent.at)}.` : "No mail was sent yet.";
  if (failed && (!sent || failed.at > sent.at)) {
    return {
      text: `${went} The newest failed ${ago(failed.at)}: ${failed.reason}`,
      action: "Check SMTP_URL and MAIL_FROM, then send a test mail.",
    };
  }
  return sent ? fine(went) : { text: `${went} Send a test mail.`, action: null, isUnknown: true };
}

function describeProviders(env: Env): Finding {
  const parts = {
    [`QuickBooks keys (${env.QUICKBOOKS_ENVIRONMENT})`]: env.QUICKBOOKS_CLIENT_ID,
    "QuickBooks webhooks": env.QUICKBOOKS_WEBHOOK_VERIFIER,
    "Xero keys": env.XERO_CLIENT_ID,
    "Stripe webhooks": env.STRIPE_WEBHOOK_SECRET,
  };
  const text = listed(parts);
  const action =
    "Set QUICKBOOKS_CLIENT_ID and QUICKBOOKS_CLIENT_SECRET to connect QuickBooks, or XERO_CLIENT_ID and XERO_CLIENT_SECRET to connect Xero.";
  const hasKeys = env.QUICKBOOKS_CLIENT_ID !== undefined || env.XERO_CLIENT_ID !== undefined;
  return { text, action: hasKeys ? null : action };
}

function describeSignIn(env: Env): Finding {
  const parts = {
    Google: env.GOOGLE_CLIENT_ID,
    Intuit: env.INTUIT_CLIENT_ID,
    [env.OIDC_NAME]: env.OIDC_CLIENT_ID,
  };
  return fine(listed(parts));
}

/** "Set: Google and Intuit. Not set: Single sign-on." Never the values. */
function listed(parts: Record<string, string | undefined>): string {
  const names = (isSet: boolean) =>
    new Intl.ListFormat("en").format(
      Object.entries(parts).flatMap(([name, value]) =>
        (value !== undefined) === isSet ? name : [],
      ),
    );
  const [given, missing] = [names(true), names(false)];
  return `Set: ${given || "none"}. Not set: ${missing || "none"}.`;
}
