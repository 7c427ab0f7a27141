"use client";

import { Avatar } from "@/components/ui/avatar";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";
import { readUser } from "@/lib/session-store";

/** Who is signed in, in a tooltip of the picture. */
export function SignedInUser() {
  const name = readUser()?.username;
  if (name === undefined) return null;
  const text = `Signed in as ${name}`;
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        <button type="button" aria-label={text} className="rounded-full">
          <Avatar name={name} />
        </button>
      </TooltipTrigger>
      <TooltipContent>{text}</TooltipContent>
    </Tooltip>
  );
}
