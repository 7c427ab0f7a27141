import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { AutoLogout, listSessions as contract } from "@/lib/contracts/sessions";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { endSessions, idleLimit, liveSessions } from "./sessions";

/** The user's live sessions, most recently used first. */
export async function listSessions(ctx: SessionContext): Promise<ResponseOf<typeof contract>> {
  const { userId } = ctx;
  const rule = await db("accounts").user.findUniqueOrThrow({ where: { id: userId } });
  const sessions = await db("accounts").session.findMany({
    where: liveSessions(userId, rule, new Date()),
    orderBy: [{ lastSeenAt: "desc" }, { createdAt: "desc" }],
  });
  return {
    sessions: sessions.map((session) => ({
      id: session.id,
      device: describeDevice(session.userAgent),
      ip_address: describeAddress(session.ipAddress),
      created_at: session.createdAt.toISOString(),
      last_seen_at: session.lastSeenAt.toISOString(),
      current: session.id === ctx.sessionId,
    })),
  };
}

/** The address, or where it is when it is on this machine. */
function describeAddress(ipAddress: string): string {
  // An IPv6 socket reports an IPv4 address with this prefix.
  const address = ipAddress.replace(/^::ffff:(?=\d+\.)/i, "");
  return address === "::1" || address.startsWith("127.") ? "this computer" : address;
}

// The first match counts: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari.
const BROWSERS: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];
const SYSTEMS: [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** A readable name for a user agent: "Firefox on Windows". Programs keep their own name: "API (curl)". */
export function describeDevice(userAgent: string): string {
  const browser = nameOf(BROWSERS, userAgent);
  const system = nameOf(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  const program = /^([A-Za-z][\w.-]{0,40})/.exec(userAgent)?.[1];
  if (browser ?? system) return browser ?? system ?? "";
  return program === undefined || program === "Mozilla" ? "Unknown device" : `API (${program})`;
}

function nameOf(names: [name: string, sign: RegExp][], userAgent: string): string | undefined {
  return names.find(([, sign]) => sign.test(userAgent))?.[0];
}

const RULE = { autoLogoutEnabled: true, sessionTimeoutMinutes: true } as const;

export async function loadAutoLogout(ctx: SessionContext): Promise<AutoLogout> {
  const rule = await db("accounts").user.findUniqueOrThrow({
    where: { id: ctx.userId },
    select: RULE,
  });
  return {
    auto_logout_enabled: rule.autoLogoutEnabled,
    // A check constraint limits the column to these values.
    session_timeout: rule.sessionTimeoutMinutes as AutoLogout["session_timeout"],
  };
}

/** Saves the choice. Sessions that expired under the old rule stay expired. */
export async function saveAutoLogout(
  ctx: SessionContext,
  input: AutoLogout,
): Promise<{ message: string }> {
  const { userId, sessionId } = ctx;
  await db("accounts").$transaction(async (tx) => {
    const before = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: RULE });
    const now = new Date();
    const idleSince = idleLimit(before, now);
    if (idleSince) {
      await tx.session.updateMany({
        where: { userId, revokedAt: null, lastSeenAt: { lt: idleSince } },
        data: { revokedAt: now },
      });
    }
    await tx.user.update({
      where: { id: userId },
      data: {
        autoLogoutEnabled: input.auto_logout_enabled,
        sessionTimeoutMinutes: input.session_timeout,
      },
    });
    // `lastSeenAt` is only accurate to the minute until Auto Logout is on.
    await tx.session.update({ where: { id: sessionId }, data: { lastSeenAt: now } });
    await recordAudit(tx, ctx, {
      action: "auto_logout.saved",
      entity: "user",
      entityId: userId,
      data: { ...input },
    });
  });
  return { message: "Settings saved successfully" };
}

/** Ends the session of this request. */
export async function signOut(ctx: SessionContext): Promise<{ message: string }> {
  await endOne(ctx, ctx.sessionId);
  return { message: "Logged out successfully" };
}

/**
 * Ends one of the user's sessions, which may be the current one.
 * @throws NotFoundError when it is unknown, another user's, or has ended.
 */
export async function endSessionById(
  ctx: SessionContext,
  sessionId: string,
): Promise<{ message: string }> {
  const ended = await endOne(ctx, sessionId);
  if (!ended) throw new NotFoundError("This session has already ended");
  return { message: "Session ended" };
}

/** Signs the user out everywhere, or everywhere else. */
export async function signOutEverywhere(
  ctx: SessionContext,
  keepCurrent: boolean,
): Promise<{ message: string; ended: number }> {
  const ended = await db("accounts").$transaction(async (tx) => {
    const count = await endSessions(tx, ctx.userId, keepCurrent ? { except: ctx.sessionId } : {});
    await recordAudit(tx, ctx, {
      action: "sessions.ended",
      entity: "user",
      entityId: ctx.userId,
      data: { count, kept_current: keepCurrent },
    });
    return count;
  });
  return { message: keepCurrent ? "Signed out everywhere else" : "Signed out everywhere", ended };
}

function endOne(ctx: SessionContext, sessionId: string): Promise<boolean> {
  return db("accounts").$transaction(async (tx) => {
    const count = await endSessions(tx, ctx.userId, { only: sessionId });
    if (count === 0) return false;
    await recordAudit(tx, ctx, {
      action: "session.ended",
      entity: "user",
      entityId: ctx.userId,
      data: { session_id: sessionId },
    });
    return true;
  });
}
