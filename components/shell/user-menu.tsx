"use client";

import { Building2, CircleHelp, LogOut, Settings } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { NewCompanyDialog } from "@/components/shell/new-company-dialog";
import { useCompanyName } from "@/components/shell/use-company-name";
import { UserButton } from "@/components/shell/user-button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

/** Open from the start: it is loaded on demand. */
export default function UserMenu({ name, onLogout }: { name: string; onLogout: () => void }) {
  const company = useCompanyName();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <DropdownMenu modal={false} defaultOpen>
        <DropdownMenuTrigger asChild>
          <UserButton name={name} />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" aria-label="Account" className="max-w-72 min-w-52">
          <div className="grid gap-0.5 border-b px-3 pt-1.5 pb-2.5 text-sm">
            <span className="truncate font-medium">{name}</span>
            {company !== undefined && (
              <span className="truncate text-caption text-muted-foreground">{company}</span>
            )}
          </div>
          <div className="pt-1">
            <DropdownMenuItem asChild>
              <Link href="/settings">
                <Settings aria-hidden="true" />
                Settings
              </Link>
            </DropdownMenuItem>
            <DropdownMenuItem asChild>
              <Link href="/help">
                <CircleHelp aria-hidden="true" />
                Help
              </Link>
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => setCreating(true)}>
              <Building2 aria-hidden="true" />
              New company
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={onLogout}>
              <LogOut aria-hidden="true" />
              Logout
            </DropdownMenuItem>
          </div>
        </DropdownMenuContent>
      </DropdownMenu>
      {creating && <NewCompanyDialog onClose={() => setCreating(false)} />}
    </>
  );
}
