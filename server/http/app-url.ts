import { getEnv } from "@/server/platform/env";

/** The public address of this installation, for absolute links. */
export function appUrl(): URL {
  return new URL(getEnv().APP_URL);
}

/** The program's version, for the foot of pages. */
export function appVersion(): string {
  return getEnv().versionName;
}
