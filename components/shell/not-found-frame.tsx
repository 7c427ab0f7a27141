"use client";

import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useSignedIn } from "@/components/session/use-user";
import { PublicShell } from "@/components/shell/public-shell";
import { TextLink } from "@/components/ui/text-link";
import { fetchCode } from "@/lib/fetch-code";

/** Every page carries this one's code, so the frame of signed-in users is fetched when it is shown. */
const loadShell = () => import("@/components/shell/protected-shell");

/** An unknown page within the frame that the user came from, and the way to its first page. */
export function NotFoundFrame({
  offersSignUp,
  children,
}: {
  offersSignUp: boolean;
  children: ReactNode;
}) {
  const signedIn = useSignedIn() === true;
  const [ProtectedShell, setShell] = useState<ComponentType<{ children: ReactNode }>>();
  useEffect(() => {
    if (!signedIn) return;
    // Until then the visitors' frame stays, which leads to the dashboard, too.
    void fetchCode(loadShell, Number.POSITIVE_INFINITY).then((module) =>
      setShell(() => module.ProtectedShell),
    );
  }, [signedIn]);
  const content = (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 px-4 py-24 text-center">
      {children}
      <TextLink href={signedIn ? "/dashboard" : "/"} className="mt-4">
        Return to Home
      </TextLink>
    </div>
  );
  if (signedIn && ProtectedShell) return <ProtectedShell>{content}</ProtectedShell>;
  return <PublicShell offersSignUp={offersSignUp}>{content}</PublicShell>;
}
