import { HelpLink } from "@/components/help/help-link";
import { Spinner } from "@/components/ui/spinner";
import type { ListedProvider } from "@/lib/providers/list";

export function Completing({ name }: { name: string }) {
  return (
    <div role="status" className="grid min-h-80 place-content-center justify-items-center gap-3">
      <Spinner className="size-6" />
      <h1 className="font-normal">Completing {name} integration...</h1>
    </div>
  );
}

export function OpeningBooks() {
  return (
    <div role="status" className="grid min-h-80 place-content-center justify-items-center gap-3">
      <Spinner className="size-6" />
      <h1 className="font-normal">Opening your books...</h1>
    </div>
  );
}

/** What can't be connected or imported, said before connecting. */
export function Unsupported({ provider }: { provider: ListedProvider }) {
  const unsupported: readonly string[] = "unsupported" in provider ? provider.unsupported : [];
  if (unsupported.length === 0) return null;
  return (
    <div className="text-caption text-muted-foreground">
      <p className="font-medium">
        Not supported <HelpLink topic="unsupported" about="Not supported" />
      </p>
      <ul className="mt-1 list-disc space-y-0.5 pl-4">
        {unsupported.map((text) => (
          <li key={text} className="text-pretty">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
