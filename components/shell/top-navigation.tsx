"use client";

import { LogOut } from "lucide-react";
import { NotificationBell } from "@/components/notifications/notification-bell";
import { useNotifications } from "@/components/notifications/use-notifications";
import { CommandMenu } from "@/components/shell/command-menu";
import { CompanySwitcher } from "@/components/shell/company-switcher";
import { Logo } from "@/components/shell/logo";
import { NavigationLinks } from "@/components/shell/navigation-links";
import { NavigationMenu } from "@/components/shell/navigation-menu";
import { PAGE_WIDTH } from "@/components/shell/page-width";
import { SignedInUser } from "@/components/shell/signed-in-user";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Button } from "@/components/ui/button";

export function TopNavigation({ onLogout }: { onLogout: () => void }) {
  const { unread, open, setOpen, show } = useNotifications();
  return (
    <header className="z-40 border-b bg-card md:sticky md:top-0 print:hidden">
      <div className={`${PAGE_WIDTH} flex h-14 items-center gap-4 px-4 md:px-6`}>
        {/* Between the sheet and a wide screen, the row has room for the mark only. */}
        <Logo href="/dashboard" nameClassName="md:max-lg:sr-only" />
        <nav aria-label="Main" className="hidden flex-1 md:block">
          <NavigationLinks />
        </nav>
        {/* Beside the free room of the navigation, so that nothing moves when it arrives. */}
        <CompanySwitcher />
        <div className="ml-auto flex items-center gap-1">
          <CommandMenu />
          <NotificationBell unread={unread} open={open} onOpenChange={setOpen} />
          <ThemeToggle />
          <div className="hidden items-center gap-3 md:flex">
            <Button variant="ghost" onClick={onLogout} className="max-lg:px-2">
              <LogOut aria-hidden="true" className="max-lg:hidden" />
              Logout
            </Button>
            <SignedInUser onLogout={onLogout} />
          </div>
          <NavigationMenu onLogout={onLogout} unread={unread} onNotifications={show} />
        </div>
      </div>
    </header>
  );
}
