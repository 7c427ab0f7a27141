import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { HideEarly } from "@/components/shell/hide-early";
import { ProtectedShell } from "@/components/shell/protected-shell";
import { appVersion } from "@/server/http/app-url";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function ProtectedLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <>
      <HideEarly nonce={nonce} />
      <ProtectedShell version={appVersion()}>{children}</ProtectedShell>
    </>
  );
}
