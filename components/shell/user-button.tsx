import { Building2, ChevronsUpDown, Menu } from "lucide-react";
import type { ComponentProps } from "react";
import { useOwnPicture } from "@/components/settings/picture";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";

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

/** Below 768 px only. */
export function MenuButton(props: ComponentProps<"button">) {
  return (
    <Button variant="ghost" size="icon" aria-label="Open menu" className="md:hidden" {...props}>
      <Menu aria-hidden="true" className="size-5" />
    </Button>
  );
}

/** The company that this tab shows; below a wide screen the row has room for the sign only. */
export function CompanyButton({ name, ...props }: { name: string } & ComponentProps<"button">) {
  return (
    <Button
      variant="ghost"
      title={name}
      aria-label={`Company: ${name}`}
      className="min-w-0 shrink px-2 max-md:hidden"
      {...props}
    >
      <Building2 aria-hidden="true" className="text-muted-foreground xl:hidden" />
      <span dir="auto" className="max-w-40 truncate max-xl:hidden">
        {name}
      </span>
      <ChevronsUpDown aria-hidden="true" className="text-muted-foreground max-xl:hidden" />
    </Button>
  );
}
