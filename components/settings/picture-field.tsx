"use client";

import { useRef, useState } from "react";
import {
  PICTURE_ACCEPT,
  toAvatar,
  useObjectUrl,
  useOwnPicture,
} from "@/components/settings/picture";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";

/** The picture after the next save: a new one, none (null), or unchanged (undefined). */
export type PictureChange = Blob | null | undefined;

interface PictureFieldProps {
  name: string;
  hasPicture: boolean;
  change: PictureChange;
  onChange: (change: PictureChange) => void;
}

export function PictureField({ name, hasPicture, change, onChange }: PictureFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const chosen = useObjectUrl(change);
  const stored = useOwnPicture();
  const shown = change === undefined ? stored : chosen;

  async function choose(file: File | undefined) {
    if (!file) return;
    try {
      onChange(await toAvatar(file));
      setProblem("");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <fieldset className="flex items-center gap-4">
      <legend className="sr-only">Picture</legend>
      <Avatar name={name} src={shown} className="size-16 text-base" />
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2">
          <input
            ref={chooser}
            type="file"
            accept={PICTURE_ACCEPT}
            aria-label="Picture file"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              void choose(target.files?.[0]);
              // The same file can be chosen again.
              target.value = "";
            }}
          />
          <Button variant="outline" size="sm" onClick={() => chooser.current?.click()}>
            {shown === undefined ? "Choose picture" : "Change picture"}
          </Button>
          {shown !== undefined && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => onChange(hasPicture ? null : undefined)}
            >
              Remove picture
            </Button>
          )}
        </div>
        {problem === "" ? (
          <p className="text-caption text-muted-foreground">
            PNG, JPEG or WebP, cropped to a square.
          </p>
        ) : (
          <p role="alert" className="text-caption text-destructive">
            {problem}
          </p>
        )}
      </div>
    </fieldset>
  );
}
