import type { ReactNode } from "react";

/** A page to read: one column, a heading per section. */
export function Document({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className="mx-auto w-full max-w-2xl px-4 py-12 md:py-16">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      {intro && <p className="mt-3 text-base text-pretty text-muted-foreground">{intro}</p>}
      <div className="mt-10 grid gap-10">{children}</div>
    </article>
  );
}

export function Section({
  title,
  id,
  children,
}: {
  title: string;
  /** Its anchor. */
  id?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className="scroll-mt-6">
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="mt-2 grid gap-3 text-base text-pretty text-muted-foreground">{children}</div>
    </section>
  );
}

export function Bullets({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5 marker:text-border">{children}</ul>;
}

export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid list-decimal gap-2 pl-5">{children}</ol>;
}

export interface Definition {
  term: ReactNode;
  /** Names the row for React. */
  key: string;
  text: ReactNode;
}

/** Words and what they mean, a row each. */
export function Definitions({ rows, narrow = false }: { rows: Definition[]; narrow?: boolean }) {
  return (
    <dl className="divide-y border-y">
      {rows.map(({ key, term, text }) => (
        <div
          key={key}
          className={
            narrow
              ? "grid grid-cols-[4.5rem_1fr] items-center gap-x-4 py-2"
              : "grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[9rem_1fr]"
          }
        >
          <dt className="font-medium text-foreground">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
