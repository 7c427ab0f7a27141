"use client";

import { useRef, useState } from "react";
import { useRevokeQuestion } from "@/components/questions/queries";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/date-text";
import { latePart } from "@/components/ui/late-part";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { LineQuestion } from "@/lib/contracts/questions";

const AskDialog = latePart(() => import("@/components/questions/ask-dialog"));

interface LineQuestionProps {
  deposit: DepositDetail["deposit"];
  line: DepositDetail["deposit"]["lines"][number];
}

/** What a client was asked about a line, and the answer. */
export function QuestionNote(props: LineQuestionProps) {
  const shown = shownQuestion(props);
  if (!shown) return null;
  return (
    <div className="mt-3 text-sm">
      <Asked question={shown} />
    </div>
  );
}

/** The newest one, unless it was withdrawn. */
function shownQuestion({ deposit, line }: LineQuestionProps): LineQuestion | undefined {
  const asked = deposit.questions.find(({ line_id }) => line_id === line.id);
  return asked && asked.state !== "revoked" ? asked : undefined;
}

/** The way to ask, after the ways to answer a line oneself. */
export function AskClient({ deposit, line }: LineQuestionProps) {
  const ask = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const shown = shownQuestion({ deposit, line });
  return (
    <>
      <Button ref={ask} size="sm" variant="link" className="px-2" onClick={() => setAsking(true)}>
        {shown ? "Ask again" : "Ask the client"}
      </Button>
      {shown?.state === "open" && (
        // The button goes.
        <Withdraw question={shown} onDone={() => ask.current?.focus()} />
      )}
      {isAsking && (
        <AskDialog
          {...{ deposit, line }}
          last={deposit.questions.find(({ line_id }) => line_id === line.id)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
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
      variant="link"
      className="px-2"
      loading={revoke.isPending}
      onClick={() => revoke.mutate(id)}
    >
      Withdraw
    </Button>
  );
}
