import type { ReactNode } from "react";
import { useMay } from "@/components/session/companies";
import { hasRole, ROLES, type Role } from "@/lib/contracts/values/roles";

/** Forms that only some members can change; the others see them. For pages that wait for the role. */
export function ReadOnly({ unless, children }: { unless: Role; children: ReactNode }) {
  const may = useMay(unless);
  const able = ROLES.filter((role) => hasRole(role, unless)).map((role) => `${role}s`);
  return (
    <fieldset disabled={!may} className="grid min-w-0 gap-6">
      {!may && (
        <p role="note" className="max-w-2xl text-muted-foreground">
          {`You can see these settings. Only ${able.join(" and ")} of the company can change them.`}
        </p>
      )}
      {children}
    </fieldset>
  );
}
