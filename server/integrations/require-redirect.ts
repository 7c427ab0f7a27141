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
  const { name, redirect }: ConnectableDescriptor = connectable(provider);
  if (!redirect) throw new Error(`${name} does not connect by redirect`);
  const connect = getProvider(provider).redirectConnect;
  if (!connect) {
    throw new ConflictError(
      `${redirect.service} isn't set up on this installation. ${redirect.setUp}`,
    );
  }
  const redirectUri = callbackAddress(redirect.page);
  const refusal = connect.refusesAddress?.(redirectUri);
  if (refusal !== undefined) throw new ConflictError(refusal);
  return { connect, redirectUri };
}

/** The address to which a provider sends the browser back. */
export function callbackAddress(page: string): string {
  return new URL(page, getEnv().APP_URL).toString();
}
