import { DateText } from "@/components/ui/date-text";
import { TextLink } from "@/components/ui/text-link";
import type { Integration } from "@/lib/contracts/integrations";

/** Says which payouts of an account are only posted from the review. */
export function PostsFrom({ connection: { posts_from: day } }: { connection: Integration }) {
  if (day === null) return null;
  return (
    <p className="text-caption text-pretty text-muted-foreground">
      Payouts before <DateText date={day} /> aren't posted automatically: post them from the{" "}
      <TextLink href="/dashboard/review">review</TextLink>.
    </p>
  );
}
