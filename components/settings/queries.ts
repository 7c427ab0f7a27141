import { queryOptions } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { call, callForFile } from "@/lib/api";

const SELDOM_CHANGES_MS = 5 * 60_000;

export const accountKeys = {
  profile: ["account", "profile"] as const,
  avatar: ["account", "avatar"] as const,
  autoLogout: ["account", "auto-logout"] as const,
  twoFactor: ["account", "two-factor"] as const,
  sessions: ["account", "sessions"] as const,
  identities: ["account", "linked-identities"] as const,
  apiTokens: ["account", "api-tokens"] as const,
};

export const companySettingsQuery = queryOptions({
  queryKey: ["company-settings"],
  queryFn: ({ signal }) => call("GET /settings/company/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});

export const healthQuery = queryOptions({
  queryKey: ["installation-health"],
  queryFn: ({ signal }) => call("GET /installation/health/", { signal }),
});

export const accountSettingsQuery = queryOptions({
  queryKey: ["account-settings"],
  queryFn: ({ signal }) => call("GET /settings/accounts/", { signal }),
});

export const profileQuery = queryOptions({
  queryKey: accountKeys.profile,
  queryFn: ({ signal }) => call("GET /user/profile/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});

/** Only for users with a picture: for the others the answer is 404. */
export const avatarQuery = queryOptions({
  queryKey: accountKeys.avatar,
  queryFn: ({ signal }) => callForFile("GET /user/avatar/", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const autoLogoutQuery = queryOptions({
  queryKey: accountKeys.autoLogout,
  queryFn: ({ signal }) => call("GET /user/auto-logout/api/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});

export const twoFactorQuery = queryOptions({
  queryKey: accountKeys.twoFactor,
  queryFn: ({ signal }) => call("GET /user/two-factor/", { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: ({ signal }) => call("GET /user/sessions/", { signal }),
});

export const ownApiTokensQuery = queryOptions({
  queryKey: accountKeys.apiTokens,
  queryFn: ({ signal }) => call("GET /user/api-tokens/", { signal }),
});

export const linkedIdentitiesQuery = queryOptions({
  queryKey: accountKeys.identities,
  queryFn: ({ signal }) => call("GET /user/linked-identities/", { signal }),
});

/** The documented text of what failed; below it, the server's own words where they say more. */
export function toastFailure(text: string, error: Error): void {
  toast.error(text, error.message === text ? {} : { description: error.message });
}
