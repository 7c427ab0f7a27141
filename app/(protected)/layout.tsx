import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ProtectedShell } from "@/components/shell/protected-shell";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function ProtectedLayout({ children }: { children: ReactNode }) {
  return <ProtectedShell>{children}</ProtectedShell>;
}
