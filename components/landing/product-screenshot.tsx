import { cn } from "@/lib/cn";

const ALT =
  "The dashboard: four key figures and a suggested match, with the payout, the payments in the books and a total that agrees to the cent.";

/** Narrow pages show the phone version: the wide one would be illegible there. */
const SHOTS = [
  {
    light: "/screenshots/dashboard.webp",
    dark: "/screenshots/dashboard-dark.webp",
    size: { width: 1280, height: 800 },
    className: "aspect-[16/10] max-md:hidden",
  },
  {
    light: "/screenshots/dashboard-phone.webp",
    dark: "/screenshots/dashboard-phone-dark.webp",
    size: { width: 390, height: 560 },
    className: "aspect-[39/56] md:hidden",
  },
];

/** The files that the page shows, from the public folder. */
export const SCREENSHOTS = SHOTS.flatMap(({ light, dark }) => [light, dark]);

/** A screenshot of the product in the page's theme; hidden variants are not loaded. */
export function ProductScreenshot() {
  return (
    <div className="overflow-hidden rounded-lg border bg-card shadow-float">
      {SHOTS.map(({ light, dark, size, className }) => (
        <div key={light} className={cn("relative", className)}>
          <Shot src={light} size={size} className="dark:hidden" />
          <Shot src={dark} size={size} className="hidden dark:block" />
        </div>
      ))}
    </div>
  );
}

function Shot({
  src,
  size,
  className,
}: {
  src: string;
  size: { width: number; height: number };
  className: string;
}) {
  return (
    // As it is: the picture has the size that it is shown in, and a visitor's browser is spared the code around it.
    // biome-ignore lint/performance/noImgElement: nothing is to be optimized
    <img
      src={src}
      alt={ALT}
      {...size}
      loading="lazy"
      decoding="async"
      className={cn("size-full object-cover object-top", className)}
    />
  );
}
