import type { ConnectableDescriptor, KeyField } from "@/lib/providers/descriptor";
import { connectable, type ProviderId } from "@/lib/providers/list";
import { storeConnection } from "./store-connection";
import type { SessionContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";
import { startSync } from "@/server/work/start-sync";

/**
 * Connects a provider by typed secrets, verified with the provider first, and starts the first sync.
 * @param input keyed by the documented names of the fields; `start_date`: from which payout date on to import.
 * @throws UnusableInputError when the provider refuses the secrets or the account lacks something; the
 * message says what to do.
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
