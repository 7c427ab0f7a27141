import type { ReactNode } from "react";
import { TextLink } from "@/components/ui/text-link";

/** The frame of a page about one operation or schema, with the way back to all. */
export function DocsPage({ above, children }: { above: string; children: ReactNode }) {
  return (
    <article className="mx-auto w-full max-w-4xl px-4 py-10 md:px-6 md:py-14">
      <nav aria-label="Breadcrumb" className="text-caption text-muted-foreground">
        <TextLink href="/api/docs">API</TextLink> <span aria-hidden="true">/</span> {above}
      </nav>
      {children}
    </article>
  );
}

/** A part of such a page. */
export function DocsSection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-10 scroll-mt-6">
      <h2 id={id} className="scroll-mt-6 text-xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The title of a piece of a part. */
export function SubTitle({ children }: { children: ReactNode }) {
  return <h3 className="mt-6 text-sm font-semibold">{children}</h3>;
}
