import { limitOf } from "@/lib/constants/work-limits";
import type { Endpoint } from "@/lib/contracts/endpoint";

type Limited = Pick<Endpoint, "work" | "apiTokens">;

/** How much of an endpoint's work a company may ask for, for its operation; nothing where it isn't limited. */
export function limitsOf({ work, apiTokens }: Limited): object {
  if (!work) return {};
  return {
    "x-work": work,
    "x-limits": {
      company: limitOf(work, false),
      ...(apiTokens && { "api-tokens": limitOf(work, true) }),
    },
  };
}

/** The same in words; empty where it isn't limited. */
export function limitWords({ work, apiTokens }: Limited): string {
  if (!work) return "";
  const all = limitOf(work, false);
  const tokens = limitOf(work, true);
  const ofTokens = apiTokens
    ? `; its API tokens share ${tokens.perMinute} of them, ${tokens.atOnce} at once`
    : "";
  return `At most ${all.perMinute} calls a minute and ${all.atOnce} at once of this kind of work (${work}) for each company${ofTokens}.`;
}
