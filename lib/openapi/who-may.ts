import type { LeastRole } from "@/lib/constants/roles";
import type { Endpoint } from "@/lib/contracts/endpoint";

const ROLE_WORDS: Record<LeastRole, string> = {
  anyone: "Takes no token.",
  self: "For every signed-in user, about their own account.",
  viewer: "For every member of the company.",
  bookkeeper: "For bookkeepers, admins and owners of the company.",
  admin: "For admins and owners of the company.",
  owner: "For owners of the company.",
};

/** Who may call an endpoint, in its description. */
export function whoMay({
  role,
  apiTokens,
  settingFields = [],
  roleWhen,
}: Pick<Endpoint, "role" | "apiTokens" | "settingFields" | "roleWhen">): string {
  const words = ROLE_WORDS[role];
  if (role === "anyone") return words;
  const fields = settingFields.map(({ field, value, role: least }) => {
    const given = value === undefined ? field : `${field}: ${value}`;
    return `With \`${given}\`: ${lowerFirst(ROLE_WORDS[least])}`;
  });
  const when = roleWhen ? [`Where ${roleWhen.when}: ${lowerFirst(ROLE_WORDS[roleWhen.role])}`] : [];
  const tokens = apiTokens ? "Takes API tokens." : "Takes no API tokens.";
  return [words, ...fields, ...when, tokens].join(" ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
