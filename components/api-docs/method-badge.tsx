import { Badge, type BadgeVariant } from "@/components/ui/badge";
import type { LeastRole } from "@/lib/constants/roles";

/** The least role in a word or two. */
export const ROLE_WORDS: Record<LeastRole, string> = {
  anyone: "public",
  self: "signed in",
  viewer: "viewer",
  bookkeeper: "bookkeeper",
  admin: "admin",
  owner: "owner",
};

const METHODS: Record<string, BadgeVariant> = { GET: "secondary", DELETE: "destructive" };

export function MethodBadge({ method }: { method: string }) {
  return (
    <Badge variant={METHODS[method] ?? "default"} className="font-mono">
      {method}
    </Badge>
  );
}
