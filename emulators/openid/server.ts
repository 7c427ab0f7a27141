import { randomBytes } from "node:crypto";
import { basicCredentials, bearerToken, type Call, readFields } from "../http/call";
import { json, type Reply, redirect } from "../http/reply";
import { challengeOf, type SigningKey, signToken } from "./keys";

/** Claims about a person; `sub` is the permanent identifier. */
export type Person = { sub: string } & Record<string, unknown>;

export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  key: SigningKey;
  person: Person;
  /** Where claims other than `sub` are returned: Intuit, for one, leaves them out of the token. */
  emailIn: "token" | "userinfo";
  /** Signs with this key instead of the published key. */
  forgedBy?: SigningKey;
  /** Token claims that override the true ones. */
  bent?: Record<string, unknown>;
  codes: Map<string, Grant>;
  accessTokens: Map<string, Person>;
}

/** What an authorization code was issued for. */
interface Grant {
  person: Person;
  redirectUri: string;
  nonce: string | undefined;
  challenge: string | undefined;
}

const TOKEN_SECONDS = 300;

export function answer(call: Call, provider: Provider): Reply {
  switch (`${call.method} ${call.path}`) {
    case "GET /.well-known/openid-configuration":
      return json(200, discovery(provider.issuer));
    case "GET /jwks":
      return json(200, { keys: [provider.key.jwk] });
    case "GET /authorize":
      return authorize(call, provider);
    case "POST /token":
      return exchangeCode(call, provider);
    case "GET /userinfo":
      return userinfo(call, provider);
    default:
      return json(404, { error: "not_found" });
  }
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
  };
}

function authorize({ query }: Call, provider: Provider): Reply {
  const redirectUri = query.get("redirect_uri");
  if (query.get("client_id") !== provider.clientId || !redirectUri) {
    return json(400, { error: "invalid_client" });
  }
  const code = randomBytes(24).toString("base64url");
  provider.codes.set(code, {
    person: provider.person,
    redirectUri,
    nonce: query.get("nonce") ?? undefined,
    challenge: query.get("code_challenge") ?? undefined,
  });
  const back = new URL(redirectUri);
  back.searchParams.set("code", code);
  back.searchParams.set("state", query.get("state") ?? "");
  return redirect(back.href);
}

function exchangeCode(call: Call, provider: Provider): Reply {
  const client = basicCredentials(call);
  if (client?.user !== provider.clientId || client.password !== provider.clientSecret) {
    return json(401, { error: "invalid_client" });
  }
  const fields = readFields(call);
  const code = fields.get("code") ?? "";
  const grant = provider.codes.get(code);
  provider.codes.delete(code);
  if (!grant || grant.redirectUri !== fields.get("redirect_uri")) return invalidGrant();
  const verifier = fields.get("code_verifier") ?? "";
  if (grant.challenge && grant.challenge !== challengeOf(verifier)) return invalidGrant();
  const accessToken = randomBytes(24).toString("base64url");
  provider.accessTokens.set(accessToken, grant.person);
  return json(200, {
    token_type: "Bearer",
    access_token: accessToken,
    expires_in: TOKEN_SECONDS,
    id_token: idToken(provider, grant),
  });
}

function idToken(provider: Provider, { person, nonce }: Grant): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    ...(provider.emailIn === "token" ? person : { sub: person.sub }),
    iss: provider.issuer,
    aud: provider.clientId,
    iat: now,
    exp: now + TOKEN_SECONDS,
    ...(nonce !== undefined && { nonce }),
    ...provider.bent,
  };
  return signToken(claims, provider.forgedBy ?? provider.key);
}

function userinfo(call: Call, provider: Provider): Reply {
  const person = provider.accessTokens.get(bearerToken(call) ?? "");
  return person ? json(200, person) : json(401, { error: "invalid_token" });
}

function invalidGrant(): Reply {
  return json(400, { error: "invalid_grant" });
}
