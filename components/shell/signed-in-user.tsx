"use client";

import { displayName } from "@/components/session/display-name";
import { useUser } from "@/components/session/use-user";
import { UserButton } from "@/components/shell/user-button";
import { Avatar } from "@/components/ui/avatar";
import { Tooltip } from "@/components/ui/tooltip";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadMenu = () => import("@/components/shell/user-menu");

/** The signed-in user's picture, with the name in a tooltip and a menu behind it. */
export function SignedInUser({ onLogout }: { onLogout: () => void }) {
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
