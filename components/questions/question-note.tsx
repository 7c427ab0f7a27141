"use client";

import { useRef, useState } from "react";
import { useRevokeQuestion } from "@/components/questions/queries";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/date-text";
import { latePart } from "@/components/ui/late-part";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { LineQuestion } from "@/lib/contracts/questions";

const AskDialog = latePart(() => import("@/components/questions/ask-dialog"));

/** What a client was asked about a line, and the answer; or the way to ask. */
export function QuestionNote({
  deposit,
  line,
  canAsk = true,
}: {
  deposit: DepositDetail["deposit"];
  line: DepositDetail["deposit"]["lines"][number];
  /** Otherwise it only shows what was asked. */
  canAsk?: boolean;
}) {
  const note = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  // The newest first.
  const asked = deposit.questions.find(({ line_id }) => line_id === line.id);
  const shown = asked && asked.state !== "revoked" ? asked : undefined;
  if (!shown && !canAsk) return null;
  return (
    <div ref={note} tabIndex={-1} className="mt-3 grid gap-2 rounded-sm text-sm">
      {shown && <Asked question={shown} />}
      {canAsk && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
            {shown ? "Ask again" : "Ask the client"}
          </Button>
          {shown?.state === "open" && (
            // The button goes.
            <Withdraw question={shown} onDone={() => note.current?.focus()} />
          )}
        </div>
      )}
      {isAsking && (
        <AskDialog deposit={deposit} line={line} last={asked} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}

function Asked({
  question: { state, email, question, answer, asked_at, closed_at },
}: {
  question: LineQuestion;
}) {
  if (state === "answered") {
    return (
      <figure className="rounded-md bg-muted px-3 py-2">
        <figcaption className="text-caption text-muted-foreground">
          <span className="break-all">{email}</span> answered <TimeText at={closed_at ?? ""} />:{" "}
          {question}
        </figcaption>
        <blockquote className="mt-0.5 font-medium break-words whitespace-pre-line">
          {answer}
        </blockquote>
      </figure>
    );
  }
  return (
    <p className="break-words text-muted-foreground">
      Asked <span className="break-all">{email}</span> on <TimeText at={asked_at} />: {question}{" "}
      {STATES[state]}
    </p>
  );
}

const STATES: Partial<Record<LineQuestion["state"], string>> = {
  open: "No answer yet.",
  expired: "No answer within two weeks; the link has expired.",
  declined: "They don't want questions by email.",
};

function Withdraw({ question: { id }, onDone }: { question: LineQuestion; onDone: () => void }) {
  const revoke = useRevokeQuestion(onDone);
  return (
    <Button
      size="sm"
      variant="outline"
      loading={revoke.isPending}
      onClick={() => revoke.mutate(id)}
    >
      Withdraw
    </Button>
  );
}
