"use client";

import type { ReactNode } from "react";
import { useSignedIn } from "@/components/session/use-signed-in";
import { ProtectedShell } from "@/components/shell/protected-shell";
import { PublicShell } from "@/components/shell/public-shell";
import { TextLink } from "@/components/ui/text-link";

/** An unknown page within the frame that the user came from, and the way to its first page. */
export function NotFoundFrame({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn() === true;
  const Shell = signedIn ? ProtectedShell : PublicShell;
  return (
    <Shell>
      <div className="grid flex-1 place-content-center justify-items-center gap-2 px-4 py-24 text-center">
        {children}
        <TextLink href={signedIn ? "/dashboard" : "/"} className="mt-4">
          Return to Home
        </TextLink>
      </div>
    </Shell>
  );
}
