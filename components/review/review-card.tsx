"use client";

import { useQuery } from "@tanstack/react-query";
import { PostAll } from "@/components/review/post-all";
import { reviewQuery } from "@/components/review/queries";
import { ReviewSentence } from "@/components/review/review-sentence";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { RowLink } from "@/components/ui/row-link";

/** What is matched and waits for a user to post it, and nothing else; nothing while nothing does. */
export function ReviewCard() {
  const { data: review } = useQuery(reviewQuery);
  if (!review || review.ready.count === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Ready to post</CardTitle>
        <CardDescription className="text-pretty">
          <ReviewSentence review={review} />
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-wrap gap-2">
        <Allowed to="bookkeeper">
          <PostAll key={review.revision} review={review} />
        </Allowed>
        <Button asChild variant="outline">
          <RowLink href="/dashboard/review">Review</RowLink>
        </Button>
      </CardContent>
    </Card>
  );
}
