"use client";

import { IsRestoringProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { LiveUpdates } from "@/components/live/live-updates";
import { useCompanyRefused } from "@/components/session/use-company-refused";
import { useSignedIn } from "@/components/session/use-signed-in";
import { AutoLogout } from "@/components/shell/auto-logout";
import { ConfirmEmail } from "@/components/shell/confirm-email";
import { FOLLOWED } from "@/components/shell/followed";
import { PAGE_WIDTH } from "@/components/shell/page-width";
import { PreferencesProvider } from "@/components/shell/preferences-provider";
import { SkipLink } from "@/components/shell/skip-link";
import { TopNavigation } from "@/components/shell/top-navigation";
import { useLogout } from "@/components/shell/use-logout";
import { latePart } from "@/components/ui/late-part";
import { signInAddress } from "@/lib/sign-in-address";

const NoMembership = latePart(() => import("@/components/shell/no-membership"));
const CONTENT = "content";

/**
 * Shows its pages only if the stored flag says that the user is signed in; otherwise redirects to sign-in, and
 * from there back. The server guards the data itself.
 *
 * The server, which can't read the flag, sends the frame and the page's skeleton. Until the flag is read,
 * nothing is requested and no control responds, and HideEarly hides `data-unknown` parts from visitors.
 */
export function ProtectedShell({ children }: { children: ReactNode }) {
  const router = useRouter();
  const signedIn = useSignedIn();
  const { leave, leaving } = useLogout();
  useEffect(() => {
    if (signedIn === null) return;
    delete document.documentElement.dataset.signedOut;
    if (signedIn || leaving.current) return;
    router.replace(signInAddress(window.location.pathname + window.location.search));
  }, [signedIn, leaving, router]);

  const refused = useCompanyRefused();

  if (signedIn === false) return null;
  const unknown = signedIn === null;
  return (
    <IsRestoringProvider value={unknown}>
      <PreferencesProvider>
        <AutoLogout />
        <LiveUpdates followed={FOLLOWED} />
        <div data-unknown={unknown || undefined} inert={unknown} className="group/shell contents">
          <SkipLink id={CONTENT} />
          <TopNavigation onLogout={leave} />
          <ConfirmEmail />
          <main
            id={CONTENT}
            tabIndex={-1}
            className={`${PAGE_WIDTH} px-4 pb-16 outline-none md:px-6`}
          >
            {refused ? <NoMembership /> : children}
          </main>
        </div>
      </PreferencesProvider>
    </IsRestoringProvider>
  );
}
