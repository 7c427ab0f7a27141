"use client";

import { LogOut, Menu } from "lucide-react";
import { useState } from "react";
import { NavigationLinks } from "@/components/shell/navigation-links";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "@/components/ui/sheet";
import { readUser } from "@/lib/session-store";

/** The navigation below 768 px. */
export function NavigationSheet({ onLogout }: { onLogout: () => void }) {
  const [open, setOpen] = useState(false);
  const name = readUser()?.username;
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Open menu" className="md:hidden">
          <Menu aria-hidden="true" className="size-5" />
        </Button>
      </SheetTrigger>
      <SheetContent aria-describedby={undefined}>
        <SheetTitle className="flex h-14 shrink-0 items-center border-b px-6 font-semibold">
          Menu
        </SheetTitle>
        <nav aria-label="Main" className="flex-1 p-3">
          <NavigationLinks stacked onNavigate={() => setOpen(false)} />
        </nav>
        <div className="grid gap-2 border-t p-3">
          {name !== undefined && (
            <p className="truncate px-3 text-caption text-muted-foreground">Signed in as {name}</p>
          )}
          <Button variant="ghost" onClick={onLogout} className="h-11 justify-start px-3">
            <LogOut aria-hidden="true" />
            Logout
          </Button>
        </div>
      </SheetContent>
    </Sheet>
  );
}
