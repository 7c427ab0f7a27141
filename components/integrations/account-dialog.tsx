"use client";

import { useState } from "react";
import { DiscardDialog } from "@/components/integrations/discard-dialog";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";

export interface Account {
  Id: string;
  Name: string;
}

interface AccountDialogProps {
  title: string;
  /** What the choice changes. */
  description: string;
  label: string;
  placeholder: string;
  emptyText: string;
  loading: boolean;
  accounts: Account[];
  savedId: string | undefined;
  /** "Currently selected: …", where it is shown. */
  note?: string | undefined;
  saving: boolean;
  /** Undefined when the choice is not among the accounts (any more). */
  onSave: (account: Account | undefined) => void;
  onClose: () => void;
}

/** Chooses one account of the books; changes that are not saved are guarded. */
export function AccountDialog(props: AccountDialogProps) {
  const { accounts, savedId } = props;
  const [chosen, setChosen] = useState(savedId);
  const [leaving, setLeaving] = useState(false);
  const dirty = chosen !== savedId;
  const close = () => (dirty ? setLeaving(true) : props.onClose());

  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{props.title}</DialogTitle>
          <DialogDescription>{props.description}</DialogDescription>
        </DialogHeader>
        {props.loading ? (
          <p className="flex items-center gap-2 py-6 text-sm text-muted-foreground">
            <Spinner /> Loading settings...
          </p>
        ) : (
          <Field label={props.label} hint={accounts.length === 0 ? props.emptyText : props.note}>
            {(control) => (
              <Select
                value={chosen ?? ""}
                onValueChange={setChosen}
                disabled={accounts.length === 0}
              >
                <SelectTrigger {...control} className="w-full">
                  <SelectValue placeholder={props.placeholder} />
                </SelectTrigger>
                <SelectContent>
                  {accounts.map(({ Id, Name }) => (
                    <SelectItem key={Id} value={Id}>
                      {Name}
                    </SelectItem>
                  ))}
                </SelectContent>
              </Select>
            )}
          </Field>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={!dirty || props.loading}
            loading={props.saving}
            onClick={() => props.onSave(accounts.find(({ Id }) => Id === chosen))}
          >
            Save
          </Button>
        </DialogFooter>
        <DiscardDialog open={leaving} onOpenChange={setLeaving} onDiscard={props.onClose} />
      </DialogContent>
    </Dialog>
  );
}
