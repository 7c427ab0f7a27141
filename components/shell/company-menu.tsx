"use client";

import { LayoutList, Plus } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { NewCompanyDialog } from "@/components/shell/new-company-dialog";
import { useNeedCounts } from "@/components/shell/use-need-counts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { CompanyList } from "@/lib/contracts/companies";
import { formatCount } from "@/lib/format";
import { CompanyButton } from "./user-button";

/** Open from the start: it is loaded on demand. */
export default function CompanyMenu({
  name,
  list: { companies, current },
}: {
  name: string;
  list: CompanyList;
}) {
  const [isOpen, setOpen] = useState(true);
  const [creating, setCreating] = useState(false);
  const toNew = useRef(false);
  const switchTo = useSwitchCompany();
  const counts = useNeedCounts(isOpen);
  return (
    <>
      <DropdownMenu modal={false} open={isOpen} onOpenChange={setOpen}>
        <DropdownMenuTrigger asChild>
          <CompanyButton name={name} />
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="end"
          onCloseAutoFocus={() => {
            if (!toNew.current) return;
            toNew.current = false;
            // Now, so that the dialog returns the focus to the button: the menu's item is gone by then.
            setCreating(true);
          }}
          aria-label="Companies"
          className="flex max-h-[70dvh] max-w-80 min-w-56 flex-col"
        >
          <DropdownMenuRadioGroup
            value={current}
            onValueChange={(id) => id !== current && switchTo.mutate(id)}
            className="min-h-0 flex-1 overflow-y-auto"
          >
            {companies.map((company) => (
              <DropdownMenuRadioItem key={company.id} value={company.id}>
                <span dir="auto" className="truncate">
                  {company.name}
                </span>
                <NeedCount count={counts.get(company.id) ?? 0} />
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          <div className="mt-1 border-t pt-1">
            <DropdownMenuItem asChild>
              <Link href="/companies">
                <LayoutList aria-hidden="true" />
                All companies
              </Link>
            </DropdownMenuItem>
            <DropdownMenuItem
              onSelect={() => {
                toNew.current = true;
              }}
            >
              <Plus aria-hidden="true" />
              New company
            </DropdownMenuItem>
          </div>
        </DropdownMenuContent>
      </DropdownMenu>
      {creating && <NewCompanyDialog onClose={() => setCreating(false)} />}
    </>
  );
}

/** How much in a company needs attention; nothing where nothing does. */
function NeedCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto pl-3 text-caption text-muted-foreground tabular-nums">
      {formatCount(count)}
      <span className="sr-only"> to do</span>
    </span>
  );
}
