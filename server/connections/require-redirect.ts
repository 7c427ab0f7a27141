import type { ConnectableDescriptor } from "@/lib/providers/descriptor";
import { connectable, type ProviderId } from "@/lib/providers/list";
import { getEnv } from "@/server/platform/env";
import { ConflictError } from "@/server/platform/errors";
import { getProvider } from "@/server/providers/registry";
import type { RedirectConnect } from "@/server/providers/types";

interface Redirect {
  connect: RedirectConnect;
  /** The callback address; must match the one registered with the provider exactly. */
  redirectUri: string;
}

/** @throws ConflictError where this installation lacks the keys for connecting by redirect, or the address for them. */
export function requireRedirect(provider: ProviderId): Redirect {
  const found = findRedirect(provider);
  if (typeof found === "string") throw new ConflictError(found);
  return found;
}

/** @returns how the provider is connected by redirect; a sentence where this installation isn't set up for it. */
export function findRedirect(provider: ProviderId): Redirect | string {
  const { name, redirect }: ConnectableDescriptor = connectable(provider);
  if (!redirect) throw new Error(`${name} does not connect by redirect`);
  const connect = getProvider(provider).redirectConnect;
  if (!connect) return `${redirect.service} isn't set up on this installation. ${redirect.setUp}`;
  const redirectUri = new URL(redirect.page, getEnv().APP_URL).toString();
  return connect.refusesAddress?.(redirectUri) ?? { connect, redirectUri };
}
