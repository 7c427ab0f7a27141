import type { ApiToken as Row } from "@/generated/prisma/client";
import type { TokenRole } from "@/lib/constants/api-tokens";
import { hasRole, type Role, withArticle } from "@/lib/constants/roles";
import type {
  ApiToken,
  apiTokenList,
  apiTokenSelf,
  createApiToken as createApiTokenContract,
  revokeApiToken as revokeApiTokenContract,
} from "@/lib/contracts/api-tokens";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { nameKey } from "@/lib/names";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import { plainName, richMail } from "@/server/mail/rich-mail";
import { companyLink } from "@/server/notifications/week";
import type { SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, ForbiddenError, NotFoundError } from "@/server/platform/errors";
import { countAttempt, throttleKey } from "@/server/platform/rate-limit";
import { recordAudit } from "@/server/platform/record-audit";
import { lockAccount } from "./find-account";
import { newApiToken } from "./open-api-token";
import { PEOPLE_LIMITS } from "./people/limits";
import { lockMembers } from "./people/members";
import { proveOwner } from "./proof-of-identity";
import { TOKEN_PREFIX } from "./sessions";

/** Live ones of a company: more than it has programs, and few enough to look through. */
const MAX_TOKENS = 50;
const DAY_MS = 86_400_000;

/**
 * Makes an API token, which is returned here and never again, and tells the owners by mail. It outlives the session and
 * the password, so it asks for all that signing in asks for.
 * @throws as proveOwner; ForbiddenError when the caller's role has been lowered since; ConflictError when the name is
 * taken or there are too many; RateLimitedError.
 */
export async function createApiToken(
  ctx: SessionContext,
  { name, role, expires_in_days: days, ...proof }: BodyOf<typeof createApiTokenContract>,
): Promise<ResponseOf<typeof createApiTokenContract>> {
  await proveOwner(ctx, proof);
  const { token, tokenHash } = newApiToken();
  const now = new Date();
  const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
  const { mailIds, row } = await db("accounts").$transaction(async (tx) => {
    await requireRoom(tx, ctx, name);
    const { companyId, userId: createdBy } = ctx;
    const row = await tx.apiToken.create({
      data: { companyId, createdBy, name, role, tokenHash, createdAt: now, expiresAt },
      include: WITH_MAKER,
    });
    await recordAudit(tx, ctx, {
      action: "api_token.created",
      entity: "api_token",
      entityId: row.id,
      data: { name, role, expires_at: expiresAt?.toISOString() ?? null },
    });
    return { row, mailIds: await queueTokenNotices(tx, ctx, { name, role, at: now }) };
  });
  for (const id of mailIds) await announceMail(id);
  const api_token = toApiTokenView(row, now);
  return { message: `${name} was created`, token: TOKEN_PREFIX + token, api_token };
}

/**
 * Locks the session's account, which a reset is about, and the members: tokens of a company are made one after the
 * other. No token has more than an admin's role, and only admins and owners make any.
 */
async function requireRoom(tx: Tx, ctx: SessionContext, name: string): Promise<void> {
  const { companyId } = ctx;
  await lockAccount(tx, ctx);
  await requireTokenKeeper(tx, ctx);
  const live = await tx.apiToken.findMany({ where: { companyId, revokedAt: null } });
  if (live.some((each) => nameKey(each.name) === nameKey(name))) {
    const message = `There is an API token called ${name} already. Choose another name, or revoke it first.`;
    throw new ConflictError("already_exists", message, { fields: { name: message } });
  }
  if (live.length >= MAX_TOKENS) {
    throw new ConflictError(
      "limit_reached",
      `The company already has ${MAX_TOKENS} API tokens, the maximum. Revoke one first.`,
    );
  }
  const key = throttleKey("create-api-token", "company", companyId);
  await countAttempt(
    tx,
    key,
    PEOPLE_LIMITS.newTokens,
    "Your company has created many API tokens today.",
  );
}

/** Locks the members, and reads the caller's role again. @throws ForbiddenError. */
async function requireTokenKeeper(tx: Tx, ctx: SessionContext): Promise<void> {
  const { own } = await lockMembers(tx, ctx, ctx.userId);
  if (hasRole(own, "admin")) return;
  throw new ForbiddenError(
    "Only owners and admins can create and revoke API tokens.",
    "role_too_low",
  );
}

/** What a view reads besides the row. */
const WITH_MAKER = {
  maker: { select: { role: true, user: { select: { username: true } } } },
} as const;

type RowWithMaker = Row & { maker: { role: Role; user: { username: string } } };

/** An API token as the wire has it: never the token itself. */
function toApiTokenView(row: RowWithMaker, now: Date): ApiToken {
  const { id, name, role, maker, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id,
    name,
    role: toTokenRole(role),
    acts_as: toTokenRole(hasRole(maker.role, role) ? role : maker.role),
    made_by: maker.user.username,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    expired: expiresAt !== null && expiresAt <= now,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

/** The column has the type of members' roles; a check keeps owners out. */
function toTokenRole(role: Role): TokenRole {
  return role === "owner" ? "admin" : role;
}

/** The company's API tokens that aren't revoked, newest first. Expired ones are swept after a month. */
export async function listApiTokens({
  companyId,
}: SessionContext): Promise<ResponseOf<typeof apiTokenList>> {
  const rows = await db({ companyId }).apiToken.findMany({
    where: { companyId, revokedAt: null },
    include: WITH_MAKER,
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  const now = new Date();
  return { api_tokens: rows.map((row) => toApiTokenView(row, now)) };
}

/**
 * The API token that a call is made with.
 * @throws NotFoundError in a person's session.
 */
export async function readOwnToken({
  companyId,
  sessionId: id,
  apiToken,
}: SessionContext): Promise<ResponseOf<typeof apiTokenSelf>> {
  if (apiToken === undefined) throw new NotFoundError("This call is made without an API token");
  const row = await db({ companyId }).apiToken.findUniqueOrThrow({
    where: { companyId_id: { companyId, id } },
    include: { ...WITH_MAKER, company: { select: { id: true, name: true } } },
  });
  return { api_token: toApiTokenView(row, new Date()), company: row.company };
}

const LIFETIME_SECONDS = 3 * 24 * 3_600;

/**
 * Queues a mail about a new API token to the owners and to whoever made it, so that one which somebody else made in
 * their name is noticed. Of what users wrote it has names alone.
 * @returns the mails' ids, to announce after the commit. Unproved addresses get none: they may be strangers'.
 */
async function queueTokenNotices(
  tx: Tx,
  { companyId, userId }: SessionContext,
  { name, role, at }: { name: string; role: Role; at: Date },
): Promise<string[]> {
  const company = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
  const maker = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const readers = await tx.membership.findMany({
    where: {
      companyId,
      OR: [{ role: "owner" }, { userId }],
      user: { emailVerifiedAt: { not: null } },
    },
    select: { user: { select: { email: true } } },
    orderBy: { userId: "asc" },
  });
  const books = plainName(company.name) || "your company";
  const text = richMail(
    "A new API token",
    [
      {
        text: `${plainName(maker.username) || "A user"} created the API token ${plainName(name) || "without a name"} for the books of ${books} on ${time(at)}. Programs use it there as ${withArticle(role)}, until it is revoked or expires. A new password or signing out everywhere doesn't end it.`,
      },
      {
        title: "If none of you created it",
        text: "Revoke it, and ask that user to choose a new password.",
        link: {
          label: "Show the API tokens",
          path: companyLink("/settings?tab=people", companyId),
        },
      },
    ],
    {
      text: `You get this email because you own ${books} in Deposit Matcher, or because it was created in your name.`,
      link: { label: "Privacy", path: "/privacy" },
    },
  );
  const ids: string[] = [];
  for (const { user } of readers) {
    const mail = { to: user.email, subject: "A new API token for Deposit Matcher", ...text };
    ids.push(await queueMail(tx, mail, { lifetimeSeconds: LIFETIME_SECONDS }));
  }
  return ids;
}

function time(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/**
 * Ends an API token: its next call is refused; one that is under way goes on. An admin may end an owner's too: none has
 * more than an admin's role, and a leaked one can't wait for its maker.
 * @throws NotFoundError; ForbiddenError when the caller's role has been lowered.
 */
export function revokeApiToken(
  ctx: SessionContext,
  { api_token_id: id }: BodyOf<typeof revokeApiTokenContract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  return db("accounts").$transaction(async (tx) => {
    await requireTokenKeeper(tx, ctx);
    const { count } = await tx.apiToken.updateMany({
      where: { companyId, id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 0) throw new NotFoundError("This API token is gone: it was revoked already.");
    const { name, role } = await tx.apiToken.findUniqueOrThrow({
      where: { companyId_id: { companyId, id } },
    });
    await recordAudit(tx, ctx, {
      action: "api_token.revoked",
      entity: "api_token",
      entityId: id,
      data: { name, role },
    });
    return { message: `${name} was revoked` };
  });
}
