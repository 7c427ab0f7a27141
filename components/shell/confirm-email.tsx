"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { profileQuery } from "@/components/settings/queries";
import { PAGE_WIDTH } from "@/components/shell/page-width";
import { latePart } from "@/components/ui/late-part";
import { readUser } from "@/lib/session-user";

const Banner = latePart(() => import("@/components/settings/confirm-email-banner"));

/** Per account, because several users may share this browser. */
const key = () => `confirm-email-hidden:${readUser()?.id ?? ""}`;

/** Asks for the confirmation of the account's address; hidden on request until the tab is closed. */
export function ConfirmEmail() {
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
