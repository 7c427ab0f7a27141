import type { ComponentProps } from "react";
import { useOwnPicture } from "@/components/settings/use-own-picture";
import { Avatar } from "@/components/ui/avatar";

/** The signed-in user's picture, which opens the menu. */
export function UserButton({ name, ...props }: { name: string } & ComponentProps<"button">) {
  const picture = useOwnPicture();
  return (
    <button
      type="button"
      aria-label={`Signed in as ${name}`}
      className="inline-flex rounded-full"
      {...props}
    >
      <Avatar name={name} src={picture} />
    </button>
  );
}
