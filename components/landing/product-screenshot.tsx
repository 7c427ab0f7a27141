import Image from "next/image";

const ALT =
  "The dashboard: four figures, suggested matches with their evidence, and both sides of manual matching.";
const SIZE = { width: 1280, height: 800 };

/** The product as it is, in the theme of the page. */
export function ProductScreenshot() {
  return (
    <div className="overflow-hidden rounded-lg border bg-card shadow-float">
      <Image
        src="/screenshots/dashboard.png"
        alt={ALT}
        {...SIZE}
        unoptimized
        className="aspect-[16/10] w-full object-cover object-top dark:hidden"
      />
      <Image
        src="/screenshots/dashboard-dark.png"
        alt={ALT}
        {...SIZE}
        unoptimized
        className="hidden aspect-[16/10] w-full object-cover object-top dark:block"
      />
    </div>
  );
}
