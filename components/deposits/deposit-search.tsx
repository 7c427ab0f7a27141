import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Input } from "@/components/ui/input";

const SETTLE_MS = 250;

/** Asks only when typing pauses, and follows when the address changes by another way (Back, a link). */
export function DepositSearch({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setTyped(value);
  }
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange(wanted);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted, sent, onChange]);
  return (
    <div className="relative w-full md:max-w-xs">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Search deposits..."
        aria-label="Search deposits"
        maxLength={200}
        className="pl-9"
      />
    </div>
  );
}
