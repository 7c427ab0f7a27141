"use client";

import { FileArchive } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { cn } from "@/lib/cn";

/** The file of a backup, chosen or dropped. */
export function BackupField({
  file,
  onChoose,
}: {
  file: File | null;
  onChoose: (file: File) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  const drop = (event: DragEvent) => {
    over(false)(event);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <div>
      <input
        id={id}
        type="file"
        className="peer sr-only"
        onChange={({ target }) => target.files?.[0] && onChoose(target.files[0])}
      />
      <label
        htmlFor={id}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={drop}
        className={cn(
          "grid cursor-pointer justify-items-center gap-2 rounded-md border border-dashed border-input px-4 py-6 text-center break-all peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring hover:bg-accent",
          isOver && "border-primary bg-accent",
        )}
      >
        <FileArchive aria-hidden="true" className="size-5 text-muted-foreground" />
        <span className="font-medium">{file ? file.name : "Choose the backup"}</span>
        <span className="text-caption text-muted-foreground">
          {file ? "Choose or drop another file" : "or drop it here"}
        </span>
      </label>
    </div>
  );
}

/** The key of the installation that was backed up, typed or from its file. */
export function SecretField({
  secret,
  onChange,
}: {
  secret: string;
  onChange: (secret: string) => void;
}) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <Field
        label="Key of that installation (optional)"
        hint="The text of its file app-secret, or its APP_SECRET. It opens the access to providers."
      >
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={secret}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <input
        id={id}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label="File app-secret"
        onChange={async ({ target }) => {
          const text = await target.files?.[0]?.slice(0, 1_000).text();
          if (text !== undefined) onChange(text.trim());
        }}
      />
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        onClick={() => document.getElementById(id)?.click()}
      >
        Read it from the file
      </Button>
    </div>
  );
}
