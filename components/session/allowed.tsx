import type { ReactNode } from "react";
import { useMay } from "@/components/session/companies";
import type { Role } from "@/lib/constants/roles";

/**
 * What the user may do with their role; for the others nothing, or `instead`. Until the role is known its place is kept,
 * so that nothing moves, but nothing of it can be seen or used.
 */
export function Allowed({
  to,
  instead = null,
  children,
}: {
  to: Role;
  instead?: ReactNode;
  children: ReactNode;
}) {
  const may = useMay(to);
  if (may === undefined) {
    return (
      <span inert className="invisible contents">
        {children}
      </span>
    );
  }
  return may ? children : instead;
}
