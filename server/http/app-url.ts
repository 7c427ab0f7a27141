import { getEnv } from "@/server/env";

/** The address that people reach this installation at, for links that must name it in full. */
export function appUrl(): URL {
  return new URL(getEnv().APP_URL);
}
