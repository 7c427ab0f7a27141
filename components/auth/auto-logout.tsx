"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { autoLogoutQuery } from "@/components/settings/queries";

const IdleWatch = lazy(() => import("@/components/auth/idle-watch"));

/** With Auto Logout on, an idle page signs itself out, as the server ends its session. */
export function AutoLogout() {
  const { data: rule } = useQuery(autoLogoutQuery);
  if (!rule?.auto_logout_enabled) return null;
  return (
    <Suspense>
      <IdleWatch minutes={rule.session_timeout} />
    </Suspense>
  );
}
