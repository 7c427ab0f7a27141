import { RowLink } from "@/components/ui/row-link";

/** Mark and name: two sides that meet in one line. */
export function Logo({ href, nameClassName }: { href: string; nameClassName?: string }) {
  return (
    <RowLink
      href={href}
      className="flex items-center gap-2 rounded-md font-semibold whitespace-nowrap"
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 shrink-0">
        <rect width="24" height="24" rx="6" className="fill-primary" />
        <path
          d="M5.5 8h4.5l4 8h4.5M5.5 16h4.5M14 8h4.5"
          className="stroke-primary-foreground"
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={nameClassName}>Deposit Matcher</span>
    </RowLink>
  );
}
