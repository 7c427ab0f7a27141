import type { AuthorizeNetConfig } from "@/server/providers/authorizenet/client";
import { createAuthorizeNetConnect } from "@/server/providers/authorizenet/connect";
import { createAuthorizeNetSource } from "@/server/providers/authorizenet/source";
import type { Provider } from "@/server/providers/types";

/** Authorize.Net as a payment source, reached through its own SDK. */
export function createAuthorizeNetProvider(config: AuthorizeNetConfig) {
  return {
    id: "authorizenet",
    keyConnect: createAuthorizeNetConnect(config),
    source: createAuthorizeNetSource(config),
  } satisfies Provider;
}
