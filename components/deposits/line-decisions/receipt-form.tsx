import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Controller, useForm } from "react-hook-form";
import { receiptListsQuery } from "@/components/deposit-parts/existing-queries";
import { ReloadLists } from "@/components/deposit-parts/reload-lists";
import { NameChoice } from "@/components/deposit-parts/tag-fields";
import { ignoreHeldKey } from "@/components/feedback/confirm-dialog";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { Input } from "@/components/ui/input";
import { capitalized } from "@/lib/capitalized";
import {
  CUSTOMER_NAME_LENGTH,
  MEMO_LENGTH,
  type ReceiptKind,
} from "@/lib/constants/planned-payments";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import type { LedgerWords } from "@/lib/ledger-words";
import { CustomerField } from "./customer-field";
import type { ChoiceDialogProps } from "./dialog-props";
import { PlannedJournal } from "./planned-journal";
import { usePlanReceipt } from "./queries";

type Receipt = NonNullable<LineOptions["receipt"]>;

const load = () => import("@/lib/contracts/choice-forms").then(({ receiptForm }) => receiptForm);

/** Everything about a receipt that can be chosen; what will be created is shown before it is recorded. */
export function ReceiptForm({
  deposit,
  lines,
  replace,
  onDone,
  onClose,
  receipt,
}: ChoiceDialogProps & { receipt: Receipt }) {
  const ledger = useLedger();
  const lists = useQuery(receiptListsQuery);
  const { tax } = useFormatPreferences();
  const form = useForm({ resolver: useContractResolver(load), defaultValues: valuesOf(receipt) });
  const { errors } = form.formState;
  const plan = usePlanReceipt(onDone);
  const { customer, item_id, tax_code_id, date } = form.watch();
  const { items = [], tax_codes = [], classes = [] } = lists.data ?? {};
  const isRefund = receipt.kind === "RefundReceipt";
  const account = incomeAccount(items.find(({ Id }) => Id === item_id) ?? receipt.item);
  const code = tax_codes.find(({ Id }) => Id === tax_code_id);
  // The amount is what was paid: its tax is part of it.
  const sales = code && tax.asked ? `${account} (incl. ${code.Name})` : account;
  const record = useRef<HTMLButtonElement>(null);

  // What is missing is asked for; Enter records what is complete.
  const needsItem = receipt.item === null;
  const needsTaxCode = tax.asked && receipt.tax_code === null;
  const { setFocus } = form;
  useEffect(() => {
    if (receipt.customer === null) return;
    if (needsItem) setFocus("item_id");
    else if (needsTaxCode) setFocus("tax_code_id");
    else record.current?.focus();
  }, [receipt.customer, needsItem, needsTaxCode, setFocus]);

  const submit = form.handleSubmit((chosen) =>
    plan.mutate({
      deposit_id: deposit.id,
      line_ids: lines.map(({ id }) => id),
      receipt: chosen,
      replace,
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
      <Controller
        name="customer"
        control={form.control}
        render={({ field }) => (
          <CustomerField
            chosen={field.value}
            reason={
              field.value?.Id === receipt.customer?.Id ? (receipt.customer?.reason ?? "") : ""
            }
            error={errors.customer?.name?.message}
            onChoose={(chosen) => {
              field.onChange(chosen);
              form.clearErrors("customer");
            }}
          />
        )}
      />
      {customer?.Id === null && customer.name !== "" && (
        <Field label="Email of the new customer (optional)" error={errors.customer?.email?.message}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              maxLength={254}
              {...form.register("customer.email")}
            />
          )}
        </Field>
      )}
      <Field
        label="Product or service"
        hint={
          lists.error ? (
            `Couldn't load ${ledger.own} lists. ${lists.error.message}`
          ) : (
            <ReloadLists />
          )
        }
        error={errors.item_id?.message}
      >
        {(control) => (
          <Controller
            name="item_id"
            control={form.control}
            render={({ field }) => (
              <NameChoice
                {...control}
                ref={field.ref}
                value={field.value}
                names={items}
                saved={receipt.item}
                none="Choose a product or service"
                onChoose={(id) => {
                  field.onChange(id);
                  form.clearErrors("item_id");
                }}
              />
            )}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {(tax_codes.length > 0 || receipt.tax_code) && (
          <Field label={`${tax.name} code`} error={errors.tax_code_id?.message}>
            {(control) => (
              <Controller
                name="tax_code_id"
                control={form.control}
                render={({ field }) => (
                  <NameChoice
                    {...control}
                    ref={field.ref}
                    value={field.value}
                    names={tax_codes}
                    saved={receipt.tax_code}
                    none={tax.asked ? `Choose a ${tax.name} code` : "No tax code"}
                    onChoose={(id) => {
                      field.onChange(id);
                      form.clearErrors("tax_code_id");
                    }}
                  />
                )}
              />
            )}
          </Field>
        )}
        {(classes.length > 0 || receipt.class) && (
          <Field label={ledger.class.label} error={errors.class_id?.message}>
            {(control) => (
              <Controller
                name="class_id"
                control={form.control}
                render={({ field }) => (
                  <NameChoice
                    {...control}
                    value={field.value}
                    names={classes}
                    saved={receipt.class}
                    none={ledger.class.none}
                    onChoose={field.onChange}
                  />
                )}
              />
            )}
          </Field>
        )}
        <Controller
          name="date"
          control={form.control}
          render={({ field }) => (
            <DateField
              stacked
              label="Date"
              value={field.value}
              error={errors.date?.message}
              onChange={field.onChange}
            />
          )}
        />
        <Field label="Memo" error={errors.memo?.message}>
          {(control) => <Input {...control} maxLength={MEMO_LENGTH} {...form.register("memo")} />}
        </Field>
      </div>
      <PlannedJournal
        title={receiptTitle({ kind: receipt.kind, customer }, ledger)}
        date={date}
        amount={receipt.amount}
        currency={receipt.currency}
        debit={isRefund ? sales : ledger.waitingAccount}
        credit={isRefund ? ledger.waitingAccount : sales}
      />
      {plan.error && (
        <p role="alert" className="text-sm text-destructive">
          {plan.error.message}
        </p>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button ref={record} type="submit" loading={plan.isPending} onKeyDown={ignoreHeldKey}>
          {`Record ${ledger.receipts[receipt.kind].one}`}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Where a receipt's sales are booked: the ledger keeps it with the product or service. */
function incomeAccount(item: { Name: string; income_account?: string } | null): string {
  if (!item) return "Income account of the product or service";
  return item.income_account || `Income account of ${item.Name}`;
}

function valuesOf({ customer, item, tax_code, class: chosenClass, date, memo }: Receipt) {
  return {
    customer: customer && {
      Id: customer.Id,
      name: customer.name.slice(0, CUSTOMER_NAME_LENGTH),
      email: customer.email,
    },
    item_id: item?.Id ?? null,
    tax_code_id: tax_code?.Id ?? null,
    class_id: chosenClass?.Id ?? null,
    date,
    memo,
  };
}

interface TitledReceipt {
  kind: ReceiptKind;
  customer: { Id: string | null; name: string } | null;
}

/** For the user: "Sales receipt for Anna Li (new customer)" */
function receiptTitle({ kind, customer }: TitledReceipt, { receipts }: LedgerWords): string {
  const what = capitalized(receipts[kind].one);
  if (customer === null || customer.name === "") return `${what} without a customer`;
  return `${what} for ${customer.name}${customer.Id === null ? " (new customer)" : ""}`;
}
