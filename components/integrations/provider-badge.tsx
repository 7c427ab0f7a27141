import type { ProviderView } from "@/components/integrations/catalog";
import { Badge } from "@/components/ui/badge";

export function ProviderBadge({ view: { status, connection } }: { view: ProviderView }) {
  if (status === "connected") return <Badge variant="success">Connected</Badge>;
  if (status === "connecting") return <Badge variant="secondary">Connecting...</Badge>;
  if (status === "coming_soon") return <Badge variant="secondary">Coming Soon</Badge>;
  if (connection) return <Badge variant="destructive">Expired</Badge>;
  return null;
}
