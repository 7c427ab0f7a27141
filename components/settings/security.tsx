"use client";

import { useQuery } from "@tanstack/react-query";
import { AutoLogoutForm } from "@/components/settings/auto-logout-form";
import { ChangePasswordForm } from "@/components/settings/change-password-form";
import { LinkedIdentities } from "@/components/settings/linked-identities";
import { NoPassword } from "@/components/settings/no-password";
import { autoLogoutQuery, profileQuery, twoFactorQuery } from "@/components/settings/queries";
import { SessionsCard } from "@/components/settings/sessions-card";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { TwoFactorCard } from "@/components/settings/two-factor-card";

const ROWS = ["current", "new", "confirm", "two-factor", "auto-logout", "timeout"];

/** The Security tab; its cards come together, so that none pushes the next one away. */
export function Security() {
  const profile = useQuery(profileQuery);
  const twoFactor = useQuery(twoFactorQuery);
  const autoLogout = useQuery(autoLogoutQuery);
  if (!profile.data || !twoFactor.data || !autoLogout.data) {
    const queries = [profile, twoFactor, autoLogout];
    const error = queries.find((query) => query.error)?.error ?? null;
    const retry = () => queries.filter((query) => query.error).map((query) => query.refetch());
    return <SettingsLoading rows={ROWS} error={error} onRetry={retry} />;
  }
  const { has_password: hasPassword } = profile.data;
  return (
    <div className="grid max-w-2xl gap-6">
      {hasPassword ? <ChangePasswordForm /> : <NoPassword />}
      <TwoFactorCard status={twoFactor.data} hasPassword={hasPassword} />
      <AutoLogoutForm rule={autoLogout.data} />
      <SessionsCard />
      <LinkedIdentities />
    </div>
  );
}
