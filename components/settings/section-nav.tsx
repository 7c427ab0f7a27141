import { Allowed } from "@/components/session/allowed";

const OWN = [
  ["company", "Company and dates"],
  ["matching", "Matching"],
  ["posting", "Posting"],
] as const;
const BY_SOURCE = [
  ["accounts", "Accounts"],
  ["lines", "Fees and other lines"],
  ["receipts", "Receipts"],
] as const;

/** The sections of General, at the left of them; on narrow screens the sections follow each other without it. */
export function SectionNav() {
  return (
    <nav aria-label="Sections" className="max-lg:hidden">
      <ul className="sticky top-32 grid">
        {OWN.map(linkTo)}
        <Allowed to="admin">{BY_SOURCE.map(linkTo)}</Allowed>
      </ul>
    </nav>
  );
}

function linkTo([id, name]: readonly [string, string]) {
  return (
    <li key={id}>
      <a
        href={`#${id}`}
        className="block rounded-sm px-2 py-1.5 text-sm text-muted-foreground hover:bg-muted hover:text-foreground"
      >
        {name}
      </a>
    </li>
  );
}
