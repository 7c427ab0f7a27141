"use client";

import { type DragEvent, type ReactNode, useId, useState } from "react";
import { cn } from "@/lib/cn";

/** One file, chosen or dropped. */
export function FileField({
  name,
  label,
  icon,
  accept,
  onChoose,
}: {
  /** Of the chosen file; null for none. */
  name: string | null;
  /** What to choose. */
  label: string;
  icon: ReactNode;
  /** Which files the browser offers; all of them without it. */
  accept?: string;
  onChoose: (file: File) => void;
}) {
  const id = useId();
  const { isOver, target } = useFileDrop(onChoose);
  return (
    <div>
      <input
        id={id}
        type="file"
        accept={accept}
        className="peer sr-only"
        onChange={({ target: input }) => {
          const [file] = input.files ?? [];
          if (file) onChoose(file);
          // The same file may be chosen again once it was changed.
          input.value = "";
        }}
      />
      <label
        htmlFor={id}
        {...target}
        className={cn(
          "grid cursor-pointer justify-items-center gap-2 rounded-md border border-dashed px-4 py-6 text-center break-all peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring hover:bg-accent",
          isOver ? "border-primary bg-accent" : "border-input",
        )}
      >
        {icon}
        <span className="font-medium">{name ?? label}</span>
        <span className="text-caption text-muted-foreground">
          {name === null ? "or drop it here" : "Choose or drop another file"}
        </span>
      </label>
    </div>
  );
}

/** Lets a file be dropped on the element that has `target`. */
export function useFileDrop(onDrop: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  return {
    isOver,
    target: {
      onDragOver: over(true),
      onDragLeave: over(false),
      onDrop: (event: DragEvent) => {
        over(false)(event);
        const [dropped] = event.dataTransfer.files;
        if (dropped) onDrop(dropped);
      },
    },
  };
}
