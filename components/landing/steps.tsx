import { BadgeCheck, Link2, Scale } from "lucide-react";

const STEPS = [
  {
    title: "Connect",
    text: "Connect your payment processors and your accounting software through secure integrations.",
    Icon: Link2,
  },
  {
    title: "Match",
    text: "Processor deposits are matched with accounting entries automatically, and every total is checked to the cent.",
    Icon: Scale,
  },
  {
    title: "Review",
    text: "Review suggested matches, adjust them manually where needed, and confirm with one click.",
    Icon: BadgeCheck,
  },
];

export function Steps() {
  return (
    <section aria-labelledby="how-it-works" className="border-y bg-card">
      <div className="mx-auto max-w-[1248px] px-4 py-16 md:px-6">
        <h2 id="how-it-works" className="text-3xl font-semibold tracking-tight">
          How It Works
        </h2>
        <ol className="mt-8 grid gap-4 md:grid-cols-3">
          {STEPS.map(({ title, text, Icon }, index) => (
            <li key={title} className="rounded-lg border bg-background p-6">
              <div className="flex items-center justify-between text-muted-foreground">
                <Icon aria-hidden="true" className="size-5 text-primary" />
                <span aria-hidden="true" className="text-caption tabular-nums">
                  {index + 1}
                </span>
              </div>
              <h3 className="mt-6 text-base font-semibold">{title}</h3>
              <p className="mt-1 text-pretty text-muted-foreground">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
