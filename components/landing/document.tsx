import type { ReactNode } from "react";

/** A page to read: one column, a heading per section. */
export function Document({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="mx-auto w-full max-w-2xl px-4 py-12 md:py-16">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-8 grid gap-8">{children}</div>
    </article>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="mt-2 grid gap-3 text-base text-pretty text-muted-foreground">{children}</div>
    </section>
  );
}
