import * as accounts from "@/lib/contracts/accounts";
import * as dashboard from "@/lib/contracts/dashboard";
import * as deposits from "@/lib/contracts/deposits";
import type { Endpoint } from "@/lib/contracts/endpoint";
import * as integrations from "@/lib/contracts/integrations";
import * as passwords from "@/lib/contracts/passwords";
import * as payments from "@/lib/contracts/payments";
import * as settings from "@/lib/contracts/settings";
import * as system from "@/lib/contracts/system";

export interface EndpointGroup {
  name: string;
  endpoints: readonly Endpoint[];
}

/**
 * Every endpoint that the API has. The OpenAPI document, its page and the tests that walk over all
 * endpoints read this; a test compares it with the route files.
 */
export const endpointGroups: readonly EndpointGroup[] = [
  group("Accounts and sessions", accounts, passwords),
  group("Dashboard", dashboard),
  group("Deposits and matches", deposits),
  group("Payments", payments),
  group("Integrations", integrations),
  group("Settings", settings),
  group("System", system),
];

export const endpoints: readonly Endpoint[] = endpointGroups.flatMap((each) => each.endpoints);

function group(name: string, ...contracts: object[]): EndpointGroup {
  return {
    name,
    endpoints: contracts.flatMap((module) => Object.values(module).filter(isEndpoint)),
  };
}

/** A contract's module also exports schemas. */
function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "access" in value;
}
