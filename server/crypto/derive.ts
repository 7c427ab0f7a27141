import { hkdfSync } from "node:crypto";
import { getEnv } from "@/server/env";

/** A secret of its own for a part that needs one, made of APP_SECRET; it says nothing about the others. */
export function derivedSecret(purpose: string): string {
  const key = hkdfSync("sha256", getEnv().APP_SECRET, "", `deposit-matcher/${purpose}`, 32);
  return Buffer.from(key).toString("base64url");
}
