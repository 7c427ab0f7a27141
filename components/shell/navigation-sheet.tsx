"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell, CircleHelp, LayoutList, LogOut } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { companiesQuery } from "@/components/session/companies";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { displayName, useUser } from "@/components/session/use-user";
import { NavigationLinks } from "@/components/shell/navigation-links";
import { useCompanyName } from "@/components/shell/use-company-name";
import { useNeedCounts } from "@/components/shell/use-need-counts";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "@/components/ui/sheet";
import { formatCount } from "@/lib/format";
import { MenuButton } from "./user-button";

/** The navigation below 768 px. Open from the start: it is loaded on demand. */
export default function NavigationSheet({
  onLogout,
  unread,
  onNotifications,
}: {
  onLogout: () => void;
  unread: number;
  onNotifications: () => void;
}) {
  const [open, setOpen] = useState(true);
  const toNotifications = useRef(false);
  const user = useUser();
  const company = useCompanyName();
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <MenuButton />
      </SheetTrigger>
      <SheetContent
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          if (!toNotifications.current) return;
          toNotifications.current = false;
          // The list takes the focus: given to the menu's button, it would close again.
          event.preventDefault();
          onNotifications();
        }}
      >
        <SheetTitle className="flex h-14 shrink-0 items-center border-b px-6 font-semibold">
          Menu
        </SheetTitle>
        <nav aria-label="Main" className="flex-1 p-3">
          <NavigationLinks stacked onNavigate={() => setOpen(false)} />
        </nav>
        <CompanyChoice onNavigate={() => setOpen(false)} />
        <div className="grid gap-2 border-t p-3">
          {user !== null && (
            <p className="grid px-3 text-caption text-muted-foreground">
              {company !== undefined && (
                <span dir="auto" className="truncate font-medium text-foreground">
                  {company}
                </span>
              )}
              <span className="truncate">Signed in as {displayName(user)}</span>
            </p>
          )}
          <Button
            variant="ghost"
            onClick={() => {
              toNotifications.current = true;
              setOpen(false);
            }}
            className="h-11 justify-start px-3"
          >
            <Bell aria-hidden="true" />
            Notifications
            {unread > 0 && <span className="text-muted-foreground">{unread} unread</span>}
          </Button>
          <Button asChild variant="ghost" className="h-11 justify-start px-3">
            <Link href="/help" onClick={() => setOpen(false)}>
              <CircleHelp aria-hidden="true" />
              Help
            </Link>
          </Button>
          <Button variant="ghost" onClick={onLogout} className="h-11 justify-start px-3">
            <LogOut aria-hidden="true" />
            Logout
          </Button>
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** On a phone: which of the user's companies this tab shows. */
function CompanyChoice({ onNavigate }: { onNavigate: () => void }) {
  const { data } = useQuery(companiesQuery);
  const switchTo = useSwitchCompany();
  const counts = useNeedCounts((data?.companies.length ?? 0) > 1);
  if (!data || data.companies.length < 2) return null;
  return (
    <div className="grid gap-2 border-t p-3">
      <Field label="Company">
        {(control) => (
          <NativeSelect
            {...control}
            value={data.current}
            disabled={switchTo.isPending}
            onChange={({ target }) => switchTo.mutate(target.value)}
          >
            {data.companies.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
                {counts.get(id) ? ` (${formatCount(counts.get(id) ?? 0)} to do)` : ""}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Button asChild variant="ghost" className="h-11 justify-start px-3">
        <Link href="/companies" onClick={onNavigate}>
          <LayoutList aria-hidden="true" />
          All companies
        </Link>
      </Button>
    </div>
  );
}
