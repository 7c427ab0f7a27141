import type { ProviderBody } from "@/lib/contracts/providers";
import { dateText } from "@/lib/dates";
import type {
  ConnectableDescriptor,
  KeyField,
  ProviderDescriptor,
} from "@/lib/providers/descriptor";
import {
  connectable,
  connectableProviders,
  describeProvider,
  listProviders,
  type ProviderId,
  type Redirects,
} from "@/lib/providers/list";
import type { SessionContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { requireRunning } from "@/server/platform/installation";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";
import type { RedirectConnect } from "@/server/providers/types";
import { releaseBlockedPostings } from "@/server/work/postings";
import { startSync } from "@/server/work/start-sync";
import { readerFor } from "./credentials";
import { storeConnection } from "./store-connection";

/**
 * Returns the provider's consent page. Its state is single use and bound to this user and company.
 * @param input.start_date from which payout date on to import, once it is connected.
 * @throws ConflictError where connecting by redirect is not set up, or the installation is paused.
 */
export async function startConnect(
  ctx: SessionContext,
  provider: ProviderId,
  { start_date: startDate }: { start_date?: string | undefined } = {},
): Promise<{ authorization_url: string }> {
  const { connect, redirectUri } = requireRedirect(provider);
  await requireRunning();
  const state = await issueOAuthState(ctx, provider, startDate);
  return { authorization_url: connect.authorizationUrl(state, redirectUri) };
}

/**
 * Exchanges the callback's code and starts the first sync.
 * @throws ConflictError where connecting by redirect is not set up; UnusableInputError when the state or
 * the code is invalid or expired.
 */
export async function completeConnect(
  ctx: SessionContext,
  provider: ProviderId,
  { state, ...callback }: ProviderBody<"completeConnect">,
): Promise<{ message: string }> {
  const { name, role } = connectable(provider);
  const { connect, redirectUri } = requireRedirect(provider);
  const { importFrom } = await redeemOAuthState(ctx, provider, state);
  const connection = await connect
    .exchange({ ...callback, redirectUri, reader: readerFor(ctx, "bookkeeping") })
    .catch((error: unknown) => {
      const reason = error instanceof ProviderError ? connect.explain?.(error) : undefined;
      throw reason === undefined ? error : new UnusableInputError(reason);
    });
  const integration = await storeConnection(ctx, provider, connection, importFrom);
  await startSync(ctx, { integrationId: integration.id, trigger: "connect" });
  if (role === "ledger") await releaseBlockedPostings(ctx);
  return { message: `Successfully connected to ${name}` };
}

/**
 * Connects a provider by typed secrets, verified with the provider first, and starts the first sync.
 * @param input keyed by the documented names of the fields; `start_date`: from which payout date on to import.
 * @throws UnusableInputError when the provider refuses the secrets or the account is incomplete; the
 * message says what to do. NotFoundError where it is coming soon.
 */
export async function connectByKey(
  ctx: SessionContext,
  provider: ProviderId,
  {
    start_date: startDate,
    ...input
  }: { start_date?: string | undefined } & Record<string, string | undefined>,
): Promise<{ message: string }> {
  const { name, key }: ConnectableDescriptor = connectable(provider);
  if (isComingSoon(provider)) throw new NotFoundError(`${name} can't be connected yet`);
  const connect = getProvider(provider).keyConnect;
  if (!key || !connect) throw new Error(`${name} does not connect by key`);
  const secrets = key.fields.map((field) => [field.name, input[field.wire] ?? ""] as const);
  const connection = await connect.connect(Object.fromEntries(secrets)).catch((error: unknown) => {
    const reason = error instanceof ProviderError ? connect.explain(error) : undefined;
    throw reason === undefined ? error : refused(reason, key.fields);
  });
  const integration = await storeConnection(ctx, provider, connection, startDate);
  await startSync(ctx, { integrationId: integration.id, trigger: "connect" });
  return { message: `Successfully connected to ${name}` };
}

function refused(message: string, fields: readonly KeyField[]): UnusableInputError {
  const last = fields.at(-1);
  return new UnusableInputError(message, { fields: last ? { [last.wire]: message } : {} });
}

const LIFETIME_MS = 15 * 60_000;

/** Issues the state of a redirect: single use, bound to this user, company and provider. */
async function issueOAuthState(
  ctx: SessionContext,
  provider: ProviderId,
  startDate?: string,
): Promise<string> {
  const state = randomToken();
  await db(ctx).oAuthState.create({
    data: {
      stateHash: hashToken(state),
      provider,
      userId: ctx.userId,
      companyId: ctx.companyId,
      importFrom: startDate === undefined ? null : new Date(startDate),
      expiresAt: new Date(Date.now() + LIFETIME_MS),
    },
  });
  return state;
}

/**
 * Redeems the state that came back, in one statement, so that of two callbacks with one state only one
 * proceeds.
 * @returns the start date that was chosen before the redirect.
 * @throws UnusableInputError when it is unknown, used, expired, or another user's.
 */
async function redeemOAuthState(
  ctx: SessionContext,
  provider: ProviderId,
  state: string,
): Promise<{ importFrom: string | undefined }> {
  const used = await db(ctx).oAuthState.updateManyAndReturn({
    where: {
      stateHash: hashToken(state),
      provider,
      userId: ctx.userId,
      companyId: ctx.companyId,
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    data: { usedAt: new Date() },
    select: { importFrom: true },
  });
  const [redeemed] = used;
  if (!redeemed) {
    throw new UnusableInputError(
      "This connection request has expired. Please start again from Integrations.",
    );
  }
  const { importFrom } = redeemed;
  return { importFrom: importFrom === null ? undefined : dateText(importFrom) };
}

interface Redirect {
  connect: RedirectConnect;
  /** The callback address; must match the one registered with the provider exactly. */
  redirectUri: string;
}

/** @throws ConflictError where this installation has no keys or no address for connecting by redirect. */
function requireRedirect(provider: ProviderId): Redirect {
  const found = findRedirect(provider);
  if (typeof found === "string") throw new ConflictError("already_exists", found);
  return found;
}

/** @returns how the provider is connected by redirect; a sentence where this installation isn't set up for it. */
function findRedirect(provider: ProviderId): Redirect | string {
  const { name, redirect }: ConnectableDescriptor = connectable(provider);
  if (!redirect) throw new Error(`${name} does not connect by redirect`);
  const connect = getProvider(provider).redirectConnect;
  if (!connect) return `${redirect.service} isn't set up on this installation. ${redirect.setUp}`;
  const redirectUri = new URL(redirect.page, getEnv().APP_URL).toString();
  return connect.refusesAddress?.(redirectUri) ?? { connect, redirectUri };
}

/** No one can connect it, or not on this installation. */
function isComingSoon(id: ProviderId): boolean {
  const provider: ProviderDescriptor = describeProvider(id);
  if (provider.comingSoon) return true;
  if (!("needsKeys" in provider)) return false;
  const { keyConnect, redirectConnect } = getProvider(id);
  return !keyConnect && !redirectConnect;
}

/** The providers that can't be connected yet, here or anywhere. */
export function listComingSoon(): ProviderId[] {
  return listProviders().flatMap(({ id }) => (isComingSoon(id) ? id : []));
}

/** Which providers this installation can connect by redirect: it needs the keys, and an address that they take. */
export function listRedirects(): Redirects {
  const found = connectableProviders()
    .filter((provider) => "redirect" in provider)
    .map(({ id, wire }) => [wire, findRedirect(id)] as const);
  return Object.fromEntries(
    found.map(([wire, way]) => [wire, typeof way === "string" ? way : null]),
  );
}
