"use client";

import { useOwnPicture } from "@/components/settings/use-own-picture";
import { displayName } from "@/components/shell/display-name";
import { useUser } from "@/components/shell/use-user";
import { Avatar } from "@/components/ui/avatar";
import { Tooltip, TooltipContent, TooltipProvider, TooltipTrigger } from "@/components/ui/tooltip";

/** Who is signed in, in a tooltip of the picture. */
export function SignedInUser() {
  const user = useUser();
  const picture = useOwnPicture();
  if (user === null) return null;
  const name = displayName(user);
  const text = `Signed in as ${name}`;
  return (
    <TooltipProvider delayDuration={400}>
      <Tooltip>
        <TooltipTrigger asChild>
          <button type="button" aria-label={text} className="rounded-full">
            <Avatar name={name} src={picture} />
          </button>
        </TooltipTrigger>
        <TooltipContent>{text}</TooltipContent>
      </Tooltip>
    </TooltipProvider>
  );
}
