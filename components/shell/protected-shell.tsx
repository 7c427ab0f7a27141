"use client";

import { IsRestoringProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { BOOKS } from "@/components/deposit-parts/refresh-books";
import { matchRunKeys } from "@/components/deposits/match-run";
import { failureKeys } from "@/components/failures/queries";
import { integrationKeys } from "@/components/integrations/queries";
import type { FollowedQueries } from "@/components/live/followed";
import { LiveUpdates } from "@/components/live/live-updates";
import { notificationKeys } from "@/components/notifications/queries";
import { CompanyProvider } from "@/components/session/company-provider";
import { useCompanyRefused } from "@/components/session/use-company-refused";
import { useSignedIn } from "@/components/session/use-user";
import { autoLogoutQuery, companySettingsQuery, profileQuery } from "@/components/settings/queries";
import { CompanyLeft } from "@/components/shell/company-left";
import { PAGE_WIDTH } from "@/components/shell/page-width";
import { SkipLink } from "@/components/shell/skip-link";
import { TopNavigation } from "@/components/shell/top-navigation";
import { DEFAULT_FORMAT, FormatContext } from "@/components/ui/format-preferences";
import { latePart } from "@/components/ui/late-part";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { clearSession, readToken } from "@/lib/session-store";
import { readUser } from "@/lib/session-user";
import { signInAddress } from "@/lib/sign-in-address";
import { useIdle } from "./use-idle";

const NoMembership = latePart(() => import("@/components/shell/no-membership"));
const CONTENT = "content";

/**
 * Shows its pages only if the stored flag says that the user is signed in; otherwise redirects to sign-in, and
 * from there back. The server guards the data itself.
 *
 * The server, which can't read the flag, sends the frame and the page's skeleton. Until the flag is read,
 * nothing is requested and no control responds, and HideEarly hides `data-unknown` parts from visitors.
 */
export function ProtectedShell({
  version,
  children,
}: {
  /** Of the program; not known to a page that doesn't exist. */
  version?: string;
  children: ReactNode;
}) {
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
      <CompanyProvider>
        <PreferencesProvider>
          <AutoLogout />
          <CompanyLeft />
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
            {version !== undefined && (
              <footer
                className={`${PAGE_WIDTH} px-4 pb-4 text-caption text-muted-foreground md:px-6 print:hidden`}
              >
                Deposit Matcher {version}
              </footer>
            )}
          </div>
        </PreferencesProvider>
      </CompanyProvider>
    </IsRestoringProvider>
  );
}

/** What each event of the stream keeps up to date. */
const FOLLOWED: FollowedQueries = {
  "sync-runs": { queryKey: integrationKeys.runs(), carries: "answer", isPolled: true },
  "match-run": { queryKey: matchRunKeys.latest, carries: "answer", isPolled: true },
  notifications: { queryKey: notificationKeys.count, carries: "answer", isPolled: true },
  postings: { queryKey: BOOKS, carries: "change", isPolled: false },
  failures: { queryKey: failureKeys.all, carries: "change", isPolled: true },
};

/**
 * Writes all dates and amounts below it as the company's settings say, and times in the user's time zone; by default
 * until they are here.
 */
function PreferencesProvider({ children }: { children: ReactNode }) {
  const {
    date_format: dateFormat = DEFAULT_FORMAT.dateFormat,
    currency = DEFAULT_FORMAT.currency,
    timezone: companyZone = DEFAULT_FORMAT.companyZone,
    tax = DEFAULT_FORMAT.tax,
  } = useQuery(companySettingsQuery).data ?? {};
  const timeZone = useQuery(profileQuery).data?.timezone ?? companyZone;
  const preferences = useMemo(
    () => ({ dateFormat, currency, timeZone, companyZone, tax }),
    [dateFormat, currency, timeZone, companyZone, tax],
  );
  return <FormatContext value={preferences}>{children}</FormatContext>;
}

/**
 * Leaves on purpose: what is stored here is gone at once, whether or not the server hears of it.
 * `leaving` lets the guard distinguish it from a lost session.
 */
function useLogout(): { leave: () => void; leaving: RefObject<boolean> } {
  const router = useRouter();
  const leaving = useRef(false);
  const leave = () => {
    leaving.current = true;
    call("POST /user/logout/api/").catch((error: unknown) => {
      console.warn("Couldn't reach the server to log out. The session there will expire.", error);
    });
    clearSession();
    toast.success("Logged out successfully");
    router.replace("/");
  };
  return { leave, leaving };
}

const Banner = latePart(() => import("@/components/settings/confirm-email-banner"));

/** Per account, because several users may share this browser. */
const key = () => `confirm-email-hidden:${readUser()?.id ?? ""}`;

/** Asks for the confirmation of the account's address; hidden on request until the tab is closed. */
function ConfirmEmail() {
  const { data } = useQuery(profileQuery);
  const [hidden, setHidden] = useState(false);
  if (!data || data.email_confirmed || hidden || sessionStorage.getItem(key())) return null;
  const { email, unconfirmed_email: waiting } = data;
  return (
    <section
      aria-label="Email address"
      className="border-b bg-muted text-caption text-foreground print:hidden"
    >
      <div
        className={`${PAGE_WIDTH} flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-6`}
      >
        <Banner
          email={waiting ?? email}
          sent={waiting !== null}
          onDismiss={() => {
            sessionStorage.setItem(key(), "1");
            setHidden(true);
          }}
        />
      </div>
    </section>
  );
}

const IdleWarning = latePart(() => import("@/components/shell/idle-warning"));

/** With Auto Logout on, an idle page signs itself out, as the server ends its session. */
function AutoLogout() {
  const { data: rule } = useQuery(autoLogoutQuery);
  return rule?.auto_logout_enabled ? <IdleWatch minutes={rule.session_timeout} /> : null;
}

function IdleWatch({ minutes }: { minutes: number }) {
  const queryClient = useQueryClient();
  // Any call counts as activity for the server; this one also fetches a rule changed elsewhere.
  const reportActivity = useCallback(
    () => void queryClient.refetchQueries({ queryKey: autoLogoutQuery.queryKey }),
    [queryClient],
  );
  const onOver = useCallback(() => {
    leave();
    toast.info(`You were signed out after ${minutes} minutes of inactivity.`, {
      duration: Number.POSITIVE_INFINITY,
    });
  }, [minutes]);
  const { secondsLeft, stay } = useIdle(minutes * 60_000, { reportActivity, onOver });
  // Fetched as soon as there is a rule, minutes before it is needed. The watch itself never waits for it.
  return (
    <IdleWarning
      secondsLeft={secondsLeft}
      onLeave={leave}
      onStay={() => {
        // After "Sign out now" there is nothing to stay in.
        if (readToken() !== null) stay();
      }}
    />
  );
}

/** The guard of the pages then leads to sign in, and from there back. */
function leave(): void {
  // Another tab may have been faster.
  if (readToken() === null) return;
  call("POST /user/logout/api/").catch((error: unknown) => {
    console.warn(
      "Couldn't reach the server to sign out. The idle session there will expire.",
      error,
    );
  });
  clearSession();
}
