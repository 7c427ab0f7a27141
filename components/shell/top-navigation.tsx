"use client";

import { LogOut, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentProps, useCallback, useEffect, useRef, useState } from "react";
import { NotificationBell } from "@/components/notifications/notification-bell";
import { useNotifications } from "@/components/notifications/use-notifications";
import { displayName, useUser } from "@/components/session/use-user";
import { CompanySwitcher } from "@/components/shell/company-switcher";
import { type KeysAhead, keepKeys } from "@/components/shell/keys-ahead";
import { Logo } from "@/components/shell/logo";
import { NavigationLinks } from "@/components/shell/navigation-links";
import { PAGE_WIDTH } from "@/components/shell/page-width";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { isShortcut } from "@/components/ui/shortcuts";
import { Tooltip } from "@/components/ui/tooltip";
import { useOnDemand } from "@/components/ui/use-on-demand";
import { NAVIGATION } from "./navigation";
import type NavigationSheet from "./navigation-sheet";
import { MenuButton, UserButton } from "./user-button";

export function TopNavigation({ onLogout }: { onLogout: () => void }) {
  const { unread, open, setOpen, show } = useNotifications();
  return (
    <header className="z-40 border-b bg-card md:sticky md:top-0 print:hidden">
      <div className={`${PAGE_WIDTH} flex h-14 items-center gap-4 px-4 md:max-xl:gap-2 md:px-6`}>
        {/* Between the sheet and a wide screen, the row has room for the mark only. */}
        <Logo href="/dashboard" nameClassName="md:max-lg:sr-only" />
        <nav aria-label="Main" className="hidden flex-1 md:block">
          <NavigationLinks />
        </nav>
        {/* Next to the navigation's free space, so that nothing moves when it arrives. */}
        <CompanySwitcher />
        <div className="ml-auto flex items-center gap-1">
          <CommandMenu />
          <NotificationBell unread={unread} open={open} onOpenChange={setOpen} />
          <ThemeToggle />
          <div className="hidden items-center gap-3 md:flex md:max-lg:gap-1">
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

const loadSheet = () => import("@/components/shell/navigation-sheet");

/** The way to the pages below 768 px. */
function NavigationMenu(props: ComponentProps<typeof NavigationSheet>) {
  const { Part: Sheet, show, preload } = useOnDemand(loadSheet);
  return Sheet ? (
    <Sheet {...props} />
  ) : (
    <MenuButton aria-haspopup="dialog" aria-expanded={false} onClick={show} {...preload} />
  );
}

const loadMenu = () => import("@/components/shell/user-menu");

/** The signed-in user's picture, with the name in a tooltip and a menu behind it. */
function SignedInUser({ onLogout }: { onLogout: () => void }) {
  const user = useUser();
  const { Part: UserMenu, show, preload } = useOnDemand(loadMenu);
  // The server does not know the user; its neighbours must not move.
  if (user === null) return <Avatar name="" />;
  const name = displayName(user);
  return (
    <Tooltip text={`Signed in as ${name}`}>
      {UserMenu ? (
        <UserMenu name={name} onLogout={onLogout} />
      ) : (
        <UserButton name={name} aria-haspopup="menu" onClick={show} {...preload} />
      )}
    </Tooltip>
  );
}

const loadPalette = () => import("@/components/shell/command-palette");

/** The way to the command palette: a button, and the keys. */
function CommandMenu() {
  const { Part: Palette, isComing, show, preload } = useOnDemand(loadPalette);
  const [open, setOpen] = useState(false);
  const ahead = useRef<KeysAhead>(null);
  const takeKeys = useCallback(() => ahead.current?.take() ?? "", []);
  const openPalette = useCallback(() => {
    takeKeys();
    // Until its field has the focus: its code may be on its way.
    ahead.current = keepKeys(() => setOpen(false));
    show();
    setOpen(true);
  }, [show, takeKeys]);
  const failed = open && !isComing;
  useEffect(() => {
    if (failed) takeKeys();
    return () => void takeKeys();
  }, [failed, takeKeys]);
  useSearchKeys(openPalette);
  useGoKeys();
  return (
    <>
      {/* Between the sheet and a wide screen, the row has no room for it. */}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        title="Search (Ctrl+K or ⌘K)"
        className="md:max-lg:hidden"
        onClick={openPalette}
        {...preload}
      >
        <Search aria-hidden="true" />
      </Button>
      {Palette && open && <Palette onClose={() => setOpen(false)} takeKeys={takeKeys} />}
    </>
  );
}

const PAGE_SEARCH = 'main input[type="search"]';
const OPEN = '[role="dialog"], [role="alertdialog"]';

/** Keys of every page: ⌘K or Ctrl+K opens the palette; "/" goes to the search of the page, or opens it too. */
function useSearchKeys(openPalette: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.shiftKey) return;
      const withCommand = event.metaKey || event.ctrlKey;
      if (withCommand && event.key.toLowerCase() === "k") {
        event.preventDefault();
        if (!document.querySelector(OPEN)) openPalette();
      } else if (event.key === "/" && isShortcut(event)) {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>(PAGE_SEARCH);
        if (search) search.focus();
        else openPalette();
      }
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [openPalette]);
}

const WITHIN_MS = 1_500;

/** "g", then the letter of a page: goes there from any other. */
function useGoKeys(): void {
  const router = useRouter();
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY;
    function onKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      const isSecond = event.timeStamp - begun < WITHIN_MS;
      begun = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const place = isSecond && NAVIGATION.find(({ key }) => key === event.key);
      if (!place) return;
      event.preventDefault();
      // The page may have this letter, too.
      event.stopPropagation();
      router.push(place.href);
    }
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [router]);
}
