import { ROLE_ABILITIES, type Role } from "./roles";

/** What an API token may be: no program owns a company. */
export const TOKEN_ROLES = ["viewer", "bookkeeper", "admin"] as const satisfies readonly Role[];
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** What each role is for; an admin's token neither connects providers nor manages people. */
export const TOKEN_ABILITIES: Record<TokenRole, string> = {
  viewer: ROLE_ABILITIES.viewer,
  bookkeeper: ROLE_ABILITIES.bookkeeper,
  admin: "Also changes settings, disconnects providers, and exports all data",
};

/** After how many days a token ends, where it does. */
export const TOKEN_DAYS = [30, 90, 365] as const;

export const MAX_TOKEN_NAME = 60;
