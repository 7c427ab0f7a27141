"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { createCompany } from "@/lib/contracts/companies";
import type { BodyOf } from "@/lib/contracts/endpoint";

const load = () => import("@/lib/contracts/companies").then(({ companyForm }) => companyForm);

/** Asks for the name of a new company, and opens it. */
export function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  const switchTo = useSwitchCompany();
  const create = useMutation({
    mutationFn: (body: BodyOf<typeof createCompany>) => call("POST /companies/", { body }),
    onSuccess: ({ company }) => switchTo.mutate(company.id),
    onError: (error) => toast.error("Couldn't create the company", { description: error.message }),
  });
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { company_name: "" },
  });
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
