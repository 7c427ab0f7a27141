import type { ZodType } from "zod";
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import { SHAPES, type Shape } from "@/lib/contracts/provider-shapes";
import type {
  ConnectableDescriptor,
  EndpointKey,
  ProviderAction,
} from "@/lib/providers/descriptor";
import {
  type ConnectableId,
  type ConnectableProvider,
  connectableProviders,
} from "@/lib/providers/list";

type Shapes = typeof SHAPES;
type Method<K> = K extends `${infer M extends "GET" | "POST" | "PUT"} ${string}` ? M : never;
type Path<K> = K extends `${string} ${infer P extends `/${string}`}` ? P : never;

/** The endpoint of an action at one method and path. */
type EndpointFor<Action extends ProviderAction, K> =
  Shapes[Action] extends Shape<infer Body, infer Query, infer Response>
    ? Endpoint<Body, Query, Response, "session", Method<K>, Path<K>>
    : never;

export type ProviderBody<Action extends ProviderAction> = BodyOf<EndpointFor<Action, EndpointKey>>;
export type ProviderQuery<Action extends ProviderAction> = QueryOf<
  EndpointFor<Action, EndpointKey>
>;
export type ProviderAnswer<Action extends ProviderAction> = ResponseOf<
  EndpointFor<Action, EndpointKey>
>;

type EndpointsOf<Keys> = {
  [Action in keyof Keys & ProviderAction]: EndpointFor<Action, Keys[Action]>;
};
type ProviderEndpoints = {
  [Provider in ConnectableProvider as Provider["id"]]: EndpointsOf<Provider["endpoints"]>;
};
type ProviderEndpoint = {
  [Id in ConnectableId]: ProviderEndpoints[Id][keyof ProviderEndpoints[Id]];
}[ConnectableId];

/** Method and path of every provider's endpoints: "POST /stripe/sync/". */
export type ProviderKey = ProviderEndpoint extends infer E
  ? E extends Endpoint
    ? `${E["method"]} ${E["path"]}`
    : never
  : never;

/** One endpoint with its provider and action. */
export interface ProviderOperation {
  provider: ConnectableId;
  action: ProviderAction;
  name: string;
  endpoint: Endpoint;
}

function operationsOf(listed: ConnectableProvider): ProviderOperation[] {
  const provider: ConnectableDescriptor = listed;
  const keys = Object.entries(provider.endpoints) as [ProviderAction, EndpointKey][];
  return keys.map(([action, key]) => {
    const {
      name,
      summary,
      description,
      role,
      apiTokens,
      body,
      query,
      work,
      problems,
      callsProvider,
      response,
    }: Shape<ZodType, ZodType, ZodType> = SHAPES[action];
    const [method, path] = key.split(" ") as [Method<EndpointKey>, Path<EndpointKey>];
    const startsAlone = action === "startConnect" && !provider.key;
    return {
      provider: listed.id,
      action,
      name: startsAlone ? `${provider.operations}Connect` : name(provider.operations),
      endpoint: {
        method,
        path,
        summary: summary(provider),
        ...(description && { description: description(provider) }),
        access: "session",
        role,
        apiTokens,
        ...(body && { body: body(provider) }),
        ...(query && { query }),
        ...(work && { work }),
        ...(problems && { problems }),
        ...(callsProvider && { callsProvider }),
        response,
      },
    };
  });
}

/** All endpoints of all listed providers. */
export const providerOperations: readonly ProviderOperation[] =
  connectableProviders().flatMap(operationsOf);

/** By provider and action, each with its exact type: `providerEndpoints.stripe.sync`. */
export const providerEndpoints = Object.fromEntries(
  connectableProviders().map(({ id }) => [
    id,
    Object.fromEntries(
      providerOperations
        .filter(({ provider }) => provider === id)
        .map(({ action, endpoint }) => [action, endpoint]),
    ),
  ]),
) as ProviderEndpoints;

/** By operation name, for `registry.ts`. */
export const operationsByName = Object.fromEntries(
  providerOperations.map(({ name, endpoint }) => [name, endpoint]),
) as Record<string, ProviderEndpoint>;
