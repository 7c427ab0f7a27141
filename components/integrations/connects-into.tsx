import { useQuery } from "@tanstack/react-query";
import { useOwnCompany } from "@/components/session/companies";
import { call } from "@/lib/api";

/** Names the company that a provider will be connected to, and its owners: two companies can have the same name. */
export function ConnectsInto({ name }: { name: string }) {
  const company = useOwnCompany();
  const isOwn = company?.role === "owner";
  const { data } = useQuery({
    queryKey: ["people"],
    queryFn: ({ signal }) => call("GET /people/", { signal }),
    enabled: company !== undefined && !isOwn,
  });
  if (!company) return null;
  const owners = data?.members.flatMap(({ role, email }) => (role === "owner" ? email : [])) ?? [];
  const whose = isOwn ? "which you own" : owners.length > 0 && `owned by ${owners.join(", ")}`;
  return (
    <p className="text-caption text-pretty break-words text-muted-foreground">
      You're connecting {name} to <strong dir="auto">{company.name}</strong>
      {whose && `, ${whose}`}.
    </p>
  );
}
