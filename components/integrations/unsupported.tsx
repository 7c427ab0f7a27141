import type { ListedProvider } from "@/lib/providers/list";

/** What can't be connected or imported, said before connecting. */
export function Unsupported({ provider }: { provider: ListedProvider }) {
  const unsupported: readonly string[] = "unsupported" in provider ? provider.unsupported : [];
  if (unsupported.length === 0) return null;
  return (
    <div className="text-caption text-muted-foreground">
      <p className="font-medium">Not supported</p>
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
