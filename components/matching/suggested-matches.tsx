"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { useUndoDeposit } from "@/components/deposits/queries";
import { suggestionsQuery, useConfirmMatch, useDismissMatch } from "@/components/matching/queries";
import { ReviewHelp } from "@/components/matching/review-help";
import { useReviewKeys } from "@/components/matching/review-keys";
import { SuggestionCard } from "@/components/matching/suggestion-card";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";

const SHOWN_AT_FIRST = 10;

/** Only there when something is suggested. */
export function SuggestedMatches() {
  const { data } = useQuery(suggestionsQuery);
  const suggestions = data?.suggestions ?? [];
  const [all, setAll] = useState(false);
  const [help, setHelp] = useState(false);
  const lastConfirmed = useRef<number | null>(null);
  const undo = useUndoDeposit();
  const confirm = useConfirmMatch((id, message) => {
    lastConfirmed.current = id;
    toast.success(message, { action: { label: "Undo", onClick: () => undo.mutate(id) } });
  });
  const dismiss = useDismissMatch((_id, message) => toast(message));
  const shown = all ? suggestions : suggestions.slice(0, SHOWN_AT_FIRST);

  const keys = useReviewKeys(shown.length, {
    onDismiss: (row) => {
      const suggestion = shown[row];
      if (suggestion) dismiss.mutate(suggestion.deposit.id);
    },
    onUndo: () => {
      if (lastConfirmed.current !== null) undo.mutate(lastConfirmed.current);
      lastConfirmed.current = null;
    },
    onHelp: () => setHelp(true),
  });

  if (suggestions.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Suggested Matches</CardTitle>
        <CardDescription>
          Our system suggests these transactions might match. Please review and confirm.
        </CardDescription>
        <CardAction>
          <ReviewHelp open={help} onOpenChange={setHelp} />
        </CardAction>
      </CardHeader>
      <CardContent>
        <ul aria-label="Suggested matches" className="-my-5 divide-y" {...keys}>
          {shown.map((suggestion) => (
            <li key={suggestion.deposit.id}>
              <SuggestionCard
                suggestion={suggestion}
                onConfirm={() => confirm.mutate(suggestion.deposit.id)}
                onDismiss={() => dismiss.mutate(suggestion.deposit.id)}
              />
            </li>
          ))}
        </ul>
        {suggestions.length > shown.length && (
          <Button variant="outline" className="mt-5" onClick={() => setAll(true)}>
            Show {suggestions.length - shown.length} more
          </Button>
        )}
      </CardContent>
    </Card>
  );
}
