"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { companiesQuery } from "@/components/session/companies";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { hasRole } from "@/lib/constants/roles";
import type { createCompany } from "@/lib/contracts/companies";
import type { BodyOf } from "@/lib/contracts/endpoint";

const load = () => import("@/lib/contracts/companies").then(({ companyForm }) => companyForm);

/** Asks for the name of a new company and whose settings it begins with, and opens it. What was copied is said before. */
export function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  const switchTo = useSwitchCompany();
  const { data } = useQuery(companiesQuery);
  const sources = data?.companies.filter(({ role }) => hasRole(role, "admin")) ?? [];
  const create = useMutation({
    mutationFn: (body: BodyOf<typeof createCompany>) => call("POST /companies/", { body }),
    onSuccess: ({ company }, { copy_from }) => {
      if (copy_from === undefined) switchTo.mutate(company.id);
    },
    onError: (error) => toast.error("Couldn't create the company", { description: error.message }),
  });
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { company_name: "" },
  });
  const copied = create.data && create.variables.copy_from !== undefined ? create.data : null;
  if (copied) {
    return (
      <TaskDialog
        title="Company created"
        description={copied.message}
        onClose={() => switchTo.mutate(copied.company.id)}
      >
        <DialogFooter>
          <Button loading={switchTo.isPending} onClick={() => switchTo.mutate(copied.company.id)}>
            Open company
          </Button>
        </DialogFooter>
      </TaskDialog>
    );
  }
  return (
    <TaskDialog
      title="New company"
      description="A company is one set of books, with its own connections, settings and people. You'll be its owner."
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit((body) => create.mutate(body))}
      >
        <Field label="Company name" error={form.formState.errors.company_name?.message}>
          {(control) => (
            <Input autoComplete="organization" {...control} {...form.register("company_name")} />
          )}
        </Field>
        {sources.length > 0 && (
          <Field
            label="Copy settings from"
            hint="Copies how payouts are matched, daily sync, dates and rules. Accounts, products and classes are looked up by name once the books are connected; rules with them start switched off."
          >
            {(control) => (
              <NativeSelect
                {...control}
                {...form.register("copy_from", { setValueAs: (id: string) => id || undefined })}
              >
                <option value="">Nothing: start with the defaults</option>
                {sources.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || switchTo.isPending}>
            Create company
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}
