import { z } from "zod";
import { ProviderError } from "@/server/providers/errors";
import type { Connection, RedirectConnect } from "@/server/providers/types";
import { isFailure, type Store, type XeroApi } from "./api";
import { readOrganisation } from "./company-facts";
import type { XeroTokens } from "./credentials";
import { connection as connectionSchema } from "./schemas";
import { consentOf, type TokenService } from "./tokens";
import { ianaZone } from "./windows-zones";

/** An organisation that a consent connected. */
export interface ConnectedOrganisation {
  tenantId: string;
  connectionId: string;
  name: string;
}

export interface XeroConnect extends RedirectConnect {
  /** The organisations that were connected by the consent of these tokens. */
  organisations(tokens: XeroTokens): Promise<ConnectedOrganisation[]>;
  /** Connects one of {@link organisations}. */
  choose(tokens: XeroTokens, organisation: ConnectedOrganisation): Promise<Connection>;
}

export function createXeroConnect(tokenService: TokenService, api: XeroApi): XeroConnect {
  const organisations: XeroConnect["organisations"] = async (tokens) => {
    const consent = consentOf(tokens.accessToken);
    const store = justIssued({ ...tokens, tenantId: NONE, connectionId: NONE });
    // The list holds all that the user ever connected to the app.
    const query = { authEventId: consent };
    const rows = await api.call(
      store,
      { what: "connections", path: "/connections", query },
      z.array(connectionSchema),
    );
    return rows
      .filter(
        ({ tenantType, authEventId }) => tenantType === "ORGANISATION" && authEventId === consent,
      )
      .map(({ id, tenantId, tenantName }) => ({
        tenantId,
        connectionId: id,
        name: tenantName ?? tenantId,
      }));
  };

  const choose: XeroConnect["choose"] = async (tokens, { tenantId, connectionId, name }) => {
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
      const connected = await organisations(tokens);
      const [only, second] = connected;
      if (!only) throw noOrganisation();
      if (second) throw severalOrganisations(connected);
      return choose(tokens, only);
    },
    explain: ({ detail }) => detail.sentence,
    organisations,
    choose,
    async revoke(store) {
      const { connectionId } = await api.credentials(store);
      const path = `/connections/${connectionId}`;
      try {
        await api.call(store, { what: "disconnection", method: "DELETE", path }, z.unknown());
      } catch (error) {
        if (!isFailure(error, "not_found")) throw error;
      }
      // Revoking a token ends all that the user connected to this app, another company's organisations too.
      const left = await api.call(
        store,
        { what: "connections", path: "/connections" },
        z.array(z.unknown()),
      );
      if (left.length > 0) return;
      await tokenService.revoke((await api.credentials(store)).refreshToken);
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

function severalOrganisations(connected: readonly ConnectedOrganisation[]): ProviderError {
  const names = connected.map(({ name }) => name).join(", ");
  return new ProviderError("xero", "rejected", "the consent names several organisations", {
    code: "choose_organisation",
    sentence: `Xero connected several organisations: ${names}. Connect again, and choose one of them.`,
  });
}
