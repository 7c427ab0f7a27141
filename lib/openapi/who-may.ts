import type { Endpoint } from "@/lib/contracts/endpoint";
import type { LeastRole } from "@/lib/contracts/values/roles";

const ROLE_WORDS: Record<LeastRole, string> = {
  anyone: "Takes no token.",
  self: "For every signed-in user, about their own account.",
  viewer: "For every member of the company.",
  bookkeeper: "For bookkeepers, admins and owners of the company.",
  admin: "For admins and owners of the company.",
  owner: "For owners of the company.",
};

/** Who may call an endpoint, in its description. */
export function whoMay({ role, apiTokens }: Pick<Endpoint, "role" | "apiTokens">): string {
  const words = ROLE_WORDS[role];
  if (role === "anyone") return words;
  return `${words} ${apiTokens ? "Takes API tokens." : "Takes no API tokens."}`;
}
