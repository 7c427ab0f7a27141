"use client";

import { useId, useState } from "react";
import { ConfirmOnDemand } from "@/components/feedback/confirm-on-demand";
import { usePostReady } from "@/components/review/queries";
import { ReviewSentence } from "@/components/review/review-sentence";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import type { PostingReview } from "@/lib/contracts/posting-review";
import { counted } from "@/lib/counted";

/** Posts exactly what is shown, after a last look at how much that is. */
export function PostAll({ review }: { review: PostingReview }) {
  const ledger = useLedger();
  const post = usePostReady();
  const [always, setAlways] = useState(review.auto_post);
  const id = useId();
  const { revision, auto_post: before, ready } = review;
  const label = `Post ${counted(ready.count, "deposit")}`;
  return (
    <ConfirmOnDemand
      title={`${label} to ${ledger.name}?`}
      text={<ReviewSentence review={{ ...review, already: 0, look: 0 }} />}
      action={label}
      onConfirm={() => post.mutate({ revision, ...(always !== before && { auto_post: always }) })}
      trigger={<Button loading={post.isPending}>{label}</Button>}
    >
      {review.shared_books && (
        <p className="text-pretty">
          Another company in Deposit Matcher uses the same {ledger.name}. Post from one of them
          only: what is posted here is linked there.
        </p>
      )}
      <Allowed to="admin">
        <div className="flex items-start gap-2">
          <Checkbox
            id={id}
            className="mt-0.5"
            checked={always}
            onCheckedChange={(checked) => setAlways(checked === true)}
          />
          <Label htmlFor={id} className="font-normal text-pretty">
            Post new matches automatically from now on. You can change this in Settings.
          </Label>
        </div>
      </Allowed>
    </ConfirmOnDemand>
  );
}
