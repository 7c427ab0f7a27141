import { TextLink } from "@/components/ui/text-link";
import type { Integration } from "@/lib/contracts/integrations";

/** Says that nothing of an account is posted before its first review. */
export function AwaitsReview({ connection }: { connection: Integration }) {
  if (!connection.awaits_review) return null;
  return (
    <p className="text-caption text-muted-foreground">
      Nothing of this account is posted automatically until you post its deposits from the{" "}
      <TextLink href="/dashboard/review">review</TextLink>.
    </p>
  );
}
