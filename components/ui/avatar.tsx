import { cn } from "@/lib/cn";

/**
 * A user's picture (an object URL) in a circle, or the initials without one. The full name is shown next to it
 * or in a tooltip.
 */
export function Avatar({
  name,
  src,
  className,
}: {
  name: string;
  src?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <span aria-hidden="true" className={cn("ui-avatar", className)}>
      {src === undefined ? (
        initials(name)
      ) : (
        // biome-ignore lint/performance/noImgElement: made in this browser, in its size
        <img src={src} alt="" width={64} height={64} className="size-full object-cover" />
      )}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/[\s._-]+/);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...name].slice(0, 2);
  return letters.join("").toUpperCase();
}
