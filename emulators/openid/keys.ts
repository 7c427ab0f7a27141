import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

export interface SigningKey {
  id: string;
  privateKey: KeyObject;
  /** The public key, as listed in a key set. */
  jwk: Record<string, unknown>;
}

export function newSigningKey(id: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: id, use: "sig", alg: "RS256" };
  return { id, privateKey, jwk };
}

/** A JSON Web Token, RS256. */
export function signToken(claims: object, key: SigningKey): string {
  const head = encode({ alg: "RS256", typ: "JWT", kid: key.id });
  const signed = `${head}.${encode(claims)}`;
  const signature = sign("RSA-SHA256", Buffer.from(signed), key.privateKey);
  return `${signed}.${signature.toString("base64url")}`;
}

/** S256 of RFC 7636. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
