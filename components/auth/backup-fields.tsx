"use client";

import { FileArchive } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FileField } from "@/components/ui/file-field";
import { PasswordInput } from "@/components/ui/password-input";

/** The file of a backup, chosen or dropped. */
export function BackupField({
  file,
  onChoose,
}: {
  file: File | null;
  onChoose: (file: File) => void;
}) {
  return (
    <FileField
      name={file?.name ?? null}
      label="Choose the backup"
      icon={<FileArchive aria-hidden="true" className="size-5 text-muted-foreground" />}
      onChoose={onChoose}
    />
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
