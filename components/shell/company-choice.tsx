import { useQuery } from "@tanstack/react-query";
import { LayoutList } from "lucide-react";
import Link from "next/link";
import { companiesQuery } from "@/components/session/companies";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";

/** On a phone: which of the user's companies this tab shows. */
export function CompanyChoice({ onNavigate }: { onNavigate: () => void }) {
  const { data } = useQuery(companiesQuery);
  const switchTo = useSwitchCompany();
  if (!data || data.companies.length < 2) return null;
  return (
    <div className="grid gap-2 border-t p-3">
      <Field label="Company">
        {(control) => (
          <NativeSelect
            {...control}
            value={data.current}
            disabled={switchTo.isPending}
            onChange={({ target }) => switchTo.mutate(target.value)}
          >
            {data.companies.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Button asChild variant="ghost" className="h-11 justify-start px-3">
        <Link href="/companies" onClick={onNavigate}>
          <LayoutList aria-hidden="true" />
          All companies
        </Link>
      </Button>
    </div>
  );
}
