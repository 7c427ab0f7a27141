import { ExternalLink } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import type { KeyPage as Page } from "@/lib/providers/descriptor";

/** Where to get a key that may read just what is needed. */
export function KeyPage({ name, page }: { name: string; page: Page }) {
  const title = useId();
  return (
    <section aria-labelledby={title} className="grid gap-3 rounded-lg border bg-muted/40 p-4">
      <div className="grid gap-1">
        <h2 id={title} className="font-medium">
          No key yet?
        </h2>
        <p className="text-caption text-pretty text-muted-foreground">{page.text}</p>
      </div>
      <ul className="grid gap-x-4 gap-y-1 text-caption sm:grid-cols-2">
        {page.permissions.map((permission) => (
          <li key={permission}>{permission}</li>
        ))}
      </ul>
      <Button asChild variant="outline" size="sm" className="justify-self-start">
        <a href={page.address} target="_blank" rel="noreferrer">
          {`Create a key in ${name}`}
          <ExternalLink aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </Button>
    </section>
  );
}
