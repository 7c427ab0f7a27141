import Link from "next/link";
import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { PublicNavigation } from "@/components/shell/public-navigation";
import { SkipLink } from "@/components/shell/skip-link";
import { ThemeToggle } from "@/components/shell/theme-toggle";

const CONTENT = "content";
const LINKS = [
  { href: "/terms", label: "Terms" },
  { href: "/privacy", label: "Privacy" },
  { href: "/help", label: "Help" },
];

/** Header and footer of the pages that need no account. */
export function PublicShell({
  offersSignUp,
  children,
}: {
  offersSignUp: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink id={CONTENT} />
      <header className="mx-auto flex h-14 w-full max-w-[1248px] items-center justify-between px-4 md:px-6">
        <Logo href="/" />
        <nav aria-label="Main" className="flex items-center gap-1 md:gap-2">
          <ThemeToggle />
          <PublicNavigation offersSignUp={offersSignUp} />
        </nav>
      </header>
      <main id={CONTENT} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <footer className="border-t">
        <div className="mx-auto flex w-full max-w-[1248px] flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-6 text-caption text-muted-foreground md:px-6">
          <p>© {new Date().getFullYear()} Deposit Matcher. All rights reserved.</p>
          <ul className="flex gap-6">
            {LINKS.map(({ href, label }) => (
              <li key={href}>
                <Link href={href} className="rounded-sm hover:text-foreground hover:underline">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </footer>
    </div>
  );
}
