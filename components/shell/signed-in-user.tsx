"use client";

import { displayName } from "@/components/session/display-name";
import { useUser } from "@/components/session/use-user";
import { useOwnPicture } from "@/components/settings/use-own-picture";
import { Avatar } from "@/components/ui/avatar";
import { Tooltip } from "@/components/ui/tooltip";

/** The signed-in user's picture, with the name in a tooltip. */
export function SignedInUser() {
  const user = useUser();
  const picture = useOwnPicture();
  // The server does not know the user; its neighbours must not move.
  if (user === null) return <Avatar name="" />;
  const name = displayName(user);
  const text = `Signed in as ${name}`;
  return (
    <Tooltip text={text}>
      <button type="button" aria-label={text} className="inline-flex rounded-full">
        <Avatar name={name} src={picture} />
      </button>
    </Tooltip>
  );
}
