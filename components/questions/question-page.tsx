"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { ErrorState } from "@/components/feedback/error-state";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import {
  askedQuestionQuery,
  isDeadLink,
  useAnswer,
  useDecline,
} from "@/components/questions/queries";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { useFragment } from "@/components/ui/use-fragment";
import { ANSWER_LENGTH } from "@/lib/constants/questions";
import type { AskedQuestion } from "@/lib/contracts/questions";
import { formatAmount } from "@/lib/format";
import { dayInWords } from "@/lib/format-date";

const load = () => import("@/lib/contracts/questions").then(({ answerForm }) => answerForm);

/** The page of a mailed link: one line, one question, one answer. Its token is in the fragment, which no log has. */
export function QuestionPage() {
  const token = useFragment();
  return <LinkedQuestion key={token} token={token} />;
}

function LinkedQuestion({ token }: { token: string | null }) {
  const [done, setDone] = useState<"answered" | "declined" | null>(null);
  const { data, error, refetch } = useQuery({
    ...askedQuestionQuery(token ?? ""),
    enabled: token !== null,
  });
  if (done && data) return <Thanks company={data.company} done={done} />;
  if (data && token !== null) return <Question token={token} asked={data} onDone={setDone} />;
  if (isDeadLink(error)) return <DeadLink />;
  if (error) {
    return (
      <Column>
        <ErrorState
          headingLevel="h1"
          title="Couldn't load the question"
          description={error.message}
          error={error}
          onRetry={() => refetch()}
        />
      </Column>
    );
  }
  return (
    <Column>
      <div aria-busy="true">
        <h1 className="sr-only">Loading the question…</h1>
        <Skeleton className="h-7 w-3/4" />
        <Skeleton className="mt-6 h-36" />
        <Skeleton className="mt-6 h-28" />
      </div>
    </Column>
  );
}

function Column({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[30rem] flex-1 px-4 py-10 md:py-16">{children}</div>;
}

function Question({
  token,
  asked,
  onDone,
}: {
  token: string;
  asked: AskedQuestion;
  onDone: (how: "answered" | "declined") => void;
}) {
  const form = useForm({ resolver: useContractResolver(load), defaultValues: { answer: "" } });
  const answer = useAnswer(() => onDone("answered"));
  const decline = useDecline(() => onDone("declined"));
  const error = answer.error ?? decline.error;
  if (isDeadLink(error)) return <DeadLink />;
  return (
    <Column>
      <p className="text-caption break-words text-muted-foreground">{asked.company} asks</p>
      <h1 className="mt-1 text-xl font-semibold tracking-tight text-pretty break-words">
        {asked.question}
      </h1>
      <LineFacts asked={asked} />
      <form
        noValidate
        className="mt-6 grid gap-4"
        onSubmit={form.handleSubmit(({ answer: text }) => answer.mutate({ token, answer: text }))}
      >
        {asked.suggestions.length > 0 && (
          <fieldset>
            <legend className="mb-2 text-sm font-medium">Is it one of these?</legend>
            <div className="flex flex-wrap gap-2">
              {asked.suggestions.map((name) => (
                <Button
                  key={name}
                  variant="outline"
                  className="h-auto min-h-11 max-w-full py-2 text-left break-words whitespace-normal"
                  aria-pressed={form.watch("answer") === name}
                  onClick={() => form.setValue("answer", name, { shouldDirty: true })}
                >
                  {name}
                </Button>
              ))}
            </div>
          </fieldset>
        )}
        <Field label="Your answer" error={form.formState.errors.answer?.message}>
          {(control) => (
            <Textarea
              {...control}
              autoComplete="off"
              maxLength={ANSWER_LENGTH}
              {...form.register("answer")}
            />
          )}
        </Field>
        {error && (
          <p role="alert" className="text-sm text-destructive">
            {error.message}
          </p>
        )}
        <Button type="submit" className="h-11" loading={answer.isPending}>
          Send
        </Button>
      </form>
      <p className="mt-8 text-caption text-pretty text-muted-foreground">
        You can answer once. {asked.company} sees your answer and your email address. Not for you?{" "}
        <button
          type="button"
          className="rounded-sm underline underline-offset-4 hover:text-foreground disabled:opacity-50"
          disabled={decline.isPending || answer.isPending}
          onClick={() => decline.mutate(token)}
        >
          Get no more questions from them
        </button>
      </p>
    </Column>
  );
}

function LineFacts({ asked }: { asked: AskedQuestion }) {
  const facts = [
    ["Amount", `${formatAmount(asked.amount)} ${asked.currency}`],
    ["Date", dayInWords(asked.date, asked.date_format)],
    ["Paid through", asked.processor],
    ["Description", asked.description],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="mt-6 divide-y rounded-lg border bg-card px-4">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-6 py-3">
          <dt className="shrink-0 text-muted-foreground">{name}</dt>
          <dd className="min-w-0 text-right font-medium break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Thanks({ company, done }: { company: string; done: "answered" | "declined" }) {
  return (
    <Column>
      <div role="status">
        <h1 className="text-xl font-semibold tracking-tight">
          {done === "answered" ? "Thank you" : "No more questions"}
        </h1>
        <p className="mt-2 text-pretty break-words text-muted-foreground">
          {done === "answered"
            ? `Your answer was sent to ${company}. You can close this page.`
            : `${company} can't email you questions from here any more. You can close this page.`}
        </p>
      </div>
    </Column>
  );
}

/** The same for every link that doesn't work, for whatever reason. */
function DeadLink() {
  return (
    <Column>
      <div role="alert">
        <h1 className="text-xl font-semibold tracking-tight">This link doesn't work</h1>
        <p className="mt-2 text-pretty text-muted-foreground">
          It may have expired or been used already. If you have more to say, contact the company
          that asked you.
        </p>
      </div>
    </Column>
  );
}
