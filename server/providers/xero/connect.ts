import { z } from "zod";
import { ProviderError } from "@/server/providers/errors";
import { parseCredentials } from "@/server/providers/parse";
import type { Connection, RedirectConnect } from "@/server/providers/types";
import { isFailure, type Store, type XeroApi } from "./api";
import { readOrganisation } from "./company-facts";
import { type XeroTokens, xeroCredentials } from "./credentials";
import { connection as connectionSchema } from "./schemas";
import { consentOf, type TokenService } from "./tokens";
import { ianaZone } from "./windows-zones";

/** What a consent to several organisations gave. */
const consented = z.object({
  tokens: xeroCredentials.omit({ tenantId: true, connectionId: true }),
  organisations: z.array(
    z.object({
      ...{ tenantId: z.guid(), connectionId: z.guid(), name: z.string() },
      /** Xero says that this consent gave it, and no earlier one. */
      isNew: z.boolean(),
    }),
  ),
});

type Organisation = z.output<typeof consented>["organisations"][number];

export function createXeroConnect(tokenService: TokenService, api: XeroApi): RedirectConnect {
  /** The organisations that were connected by the consent of these tokens; all of the user's where Xero doesn't say. */
  const organisationsOf = async (tokens: XeroTokens): Promise<Organisation[]> => {
    const consent = consentOf(tokens.accessToken);
    const store = justIssued({ ...tokens, tenantId: NONE, connectionId: NONE });
    // The list holds all that the user ever connected to the app.
    const query = consent === undefined ? {} : { authEventId: consent };
    const rows = await api.call(
      store,
      { what: "connections", path: "/connections", query },
      z.array(connectionSchema),
    );
    return rows
      .filter(
        ({ tenantType, authEventId }) =>
          tenantType === "ORGANISATION" && (!consent || !authEventId || authEventId === consent),
      )
      .map(({ id, tenantId, tenantName, authEventId }) => ({
        tenantId,
        connectionId: id,
        name: tenantName ?? tenantId,
        isNew: consent !== undefined && authEventId === consent,
      }));
  };

  const connect = async (
    tokens: XeroTokens,
    { tenantId, connectionId, name }: Organisation,
  ): Promise<Connection> => {
    const credentials = { ...tokens, tenantId, connectionId };
    const about = await readOrganisation(api, justIssued(credentials));
    const { BaseCurrency, CountryCode, Timezone, IsDemoCompany, Addresses } = about;
    const street = Addresses?.find(({ AddressType }) => AddressType === "STREET") ?? Addresses?.[0];
    return {
      externalAccountId: tenantId,
      displayName: about.Name || name,
      livemode: !IsDemoCompany,
      currency: BaseCurrency,
      place: {
        country: CountryCode?.toUpperCase() ?? "",
        region: street?.Region?.trim() ?? "",
        timeZone: ianaZone(Timezone ?? ""),
      },
      credentials,
    };
  };

  const disconnect = async (store: Store, connectionIds: readonly string[]): Promise<void> => {
    for (const id of connectionIds) {
      try {
        const path = `/connections/${id}`;
        await api.call(store, { what: "disconnection", method: "DELETE", path }, z.unknown());
      } catch (error) {
        if (!isFailure(error, "not_found")) throw error;
      }
    }
    // Revoking a token ends all that the user connected to this app, another company's organisations too.
    const left = await api.call(
      store,
      { what: "connections", path: "/connections" },
      z.array(z.unknown()),
    );
    if (left.length > 0) return;
    await tokenService.revoke((await api.credentials(store)).refreshToken);
  };

  return {
    kind: "redirect",
    authorizationUrl: tokenService.authorizationUrl,
    refusesAddress(redirectUri) {
      const { origin, protocol, hostname } = new URL(redirectUri);
      if (protocol === "https:" || hostname === "localhost") return undefined;
      return `Xero needs an https address, or http://localhost, and this installation is at ${origin}. Its operator has to set APP_URL.`;
    },
    async exchange({ code, redirectUri }) {
      const tokens = await tokenService.exchangeCode(code, redirectUri);
      const organisations = await organisationsOf(tokens);
      const [only, second] = organisations;
      if (!only) throw noOrganisation();
      if (!second) return connect(tokens, only);
      const accounts = organisations.map(({ tenantId, name }) => ({ id: tenantId, name }));
      return { accounts, access: { tokens, organisations } };
    },
    explain: ({ detail }) => detail.sentence,
    async choose(access, tenantId) {
      const { tokens, organisations } = parseCredentials("xero", consented, access);
      const chosen = organisations.find((each) => each.tenantId === tenantId);
      if (!chosen) throw noOrganisation();
      return connect(tokens, chosen);
    },
    async giveBack(access, tenantIds) {
      const { tokens, organisations } = parseCredentials("xero", consented, access);
      const given = organisations.filter(
        ({ tenantId, isNew }) => isNew && tenantIds.includes(tenantId),
      );
      const ids = given.map(({ connectionId }) => connectionId);
      if (ids.length > 0)
        await disconnect(justIssued({ ...tokens, tenantId: NONE, connectionId: NONE }), ids);
    },
    async revoke(store) {
      await disconnect(store, [(await api.credentials(store)).connectionId]);
    },
  };
}

const NONE = "00000000-0000-0000-0000-000000000000";

/** Tokens that were just issued and are not stored yet, so a refusal is final. */
function justIssued(credentials: unknown): Store {
  return {
    current: async () => credentials,
    renew: async () => {
      throw new ProviderError("xero", "unauthorized", "the new token is refused");
    },
  };
}

function noOrganisation(): ProviderError {
  return new ProviderError("xero", "rejected", "the consent names no organisation", {
    code: "no_organisation",
    sentence: "No organisation was chosen in Xero. Connect again, and choose one there.",
  });
}
