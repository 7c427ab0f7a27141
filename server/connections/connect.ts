import { z } from "zod";
import type { ProviderAnswer, ProviderBody } from "@/lib/contracts/providers";
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
import { db } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { requireRunning } from "@/server/platform/installation";
import { log } from "@/server/platform/logger";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";
import type { Connection, RedirectConnect, SeveralAccounts } from "@/server/providers/types";
import { releaseBlockedPostings } from "@/server/work/postings";
import { startSync } from "@/server/work/start-sync";
import { readerFor } from "./credentials";
import { issueOAuthState, keepAccess, redeemOAuthState, takeAccess } from "./oauth-states";
import { requireNoOtherBooks, storeConnection } from "./store-connection";

/**
 * Returns the provider's consent page. Its state is single use and bound to this user and company.
 * @param input.start_date from which payout date on to import, once it is connected.
 * @throws ConflictError where connecting by redirect is not set up, other books are connected, or the installation is
 * paused.
 */
export async function startConnect(
  ctx: SessionContext,
  provider: ProviderId,
  { start_date: startDate }: { start_date?: string | undefined } = {},
): Promise<{ authorization_url: string }> {
  const { connect, redirectUri } = requireRedirect(provider);
  await requireRunning();
  await requireNoOtherBooks(db(ctx), ctx, provider);
  const state = await issueOAuthState(ctx, provider, startDate);
  return { authorization_url: connect.authorizationUrl(state, redirectUri) };
}

/**
 * Exchanges the callback's code and starts the first sync. Of a consent to several accounts, nothing is connected before
 * {@link chooseAccount}.
 * @throws ConflictError where connecting by redirect is not set up, or other books are connected; UnusableInputError when
 * the state or the code is invalid or expired.
 */
export async function completeConnect(
  ctx: SessionContext,
  provider: ProviderId,
  { state, ...callback }: ProviderBody<"completeConnect">,
): Promise<ProviderAnswer<"completeConnect">> {
  const { connect, redirectUri } = requireRedirect(provider);
  const { importFrom } = await redeemOAuthState(ctx, provider, state);
  const given = await connect
    .exchange({ ...callback, redirectUri, reader: readerFor(ctx, "bookkeeping") })
    .catch(explained(connect));
  if (!("accounts" in given)) return connected(ctx, provider, given, importFrom);
  await keepAccess(ctx, provider, state, { ...given, importFrom });
  return { message: "One of them has to be chosen", accounts: given.accounts };
}

/**
 * Connects one of the accounts that a consent was for, and gives back the access to those that no company here uses.
 * @param input.account_id null: all of it is given back.
 * @throws UnusableInputError when there is nothing to choose, or not this account; otherwise as {@link completeConnect}.
 */
export async function chooseAccount(
  ctx: SessionContext,
  provider: ProviderId,
  { state, account_id: chosen }: ProviderBody<"chooseAccount">,
): Promise<{ message: string }> {
  const { connect } = requireRedirect(provider);
  const { accounts, access, importFrom } = kept.parse(await takeAccess(ctx, provider, state));
  if (!connect.choose) throw new Error(`${provider} connects no chosen account`);
  if (chosen !== null && !accounts.some(({ id }) => id === chosen)) {
    throw new UnusableInputError("Your consent doesn't include this account. Please start again.");
  }
  try {
    if (chosen === null) return { message: "Nothing was connected" };
    const connection = await connect.choose(access, chosen).catch(explained(connect));
    return await connected(ctx, provider, connection, importFrom);
  } finally {
    await giveBack(provider, { connect, access, accounts });
  }
}

/** What {@link completeConnect} keeps for {@link chooseAccount}. */
const kept = z.object({
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
  access: z.unknown(),
  importFrom: z.string().optional(),
});

/** Best effort: what matters to the user is done. */
async function giveBack(
  provider: ProviderId,
  { connect, access, accounts }: { connect: RedirectConnect } & SeveralAccounts,
): Promise<void> {
  try {
    const used = await db("jobs").integration.findMany({
      where: {
        ...{ provider, externalAccountId: { in: accounts.map(({ id }) => id) } },
        status: { not: "disconnected" },
      },
      select: { externalAccountId: true },
    });
    const ids = new Set(used.map(({ externalAccountId }) => externalAccountId));
    const unused = accounts.flatMap(({ id }) => (ids.has(id) ? [] : id));
    await connect.giveBack?.(access, unused);
  } catch (error) {
    log().warn({ provider, error }, "access to accounts that weren't chosen was not given back");
  }
}

async function connected(
  ctx: SessionContext,
  provider: ProviderId,
  connection: Connection,
  importFrom: string | undefined,
): Promise<{ message: string }> {
  const { name, role } = connectable(provider);
  const integration = await storeConnection(ctx, provider, connection, importFrom);
  await startSync(ctx, { integrationId: integration.id, trigger: "connect" });
  if (role === "ledger") await releaseBlockedPostings(ctx);
  return { message: `Successfully connected to ${name}` };
}

function explained({ explain }: RedirectConnect) {
  return (error: unknown): never => {
    const reason = error instanceof ProviderError ? explain?.(error) : undefined;
    throw reason === undefined ? error : new UnusableInputError(reason);
  };
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

/** It needs keys that this installation doesn't have. */
function isComingSoon(id: ProviderId): boolean {
  const provider: ProviderDescriptor = describeProvider(id);
  if (!("needsKeys" in provider)) return false;
  const { keyConnect, redirectConnect } = getProvider(id);
  return !keyConnect && !redirectConnect;
}

/** The providers that can't be connected on this installation yet. */
export function listComingSoon(): ProviderId[] {
  return listProviders().flatMap(({ id }) => (isComingSoon(id) ? id : []));
}

/** "Stripe, Authorize.Net and QuickBooks": what this installation connects to. */
export function namesOfConnectable(): string {
  const names = connectableProviders().flatMap(({ id, name }) => (isComingSoon(id) ? [] : name));
  return new Intl.ListFormat("en-GB").format(names);
}

/** Whether what the engine estimates from books in Xero is kept between runs. */
export function keepsEstimates(): boolean {
  return getEnv().XERO_LEARNING === "on";
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
