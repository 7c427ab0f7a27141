import { hkdfSync } from "node:crypto";
import { getEnv } from "@/server/platform/env";

/** A separate secret for one purpose, derived from APP_SECRET; it reveals nothing about the others. */
export function derivedSecret(purpose: string): string {
  const key = hkdfSync("sha256", getEnv().APP_SECRET, "", `deposit-matcher/${purpose}`, 32);
  return Buffer.from(key).toString("base64url");
}
