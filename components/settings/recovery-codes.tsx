"use client";

import { Copy, Download, Printer } from "lucide-react";
import { createPortal } from "react-dom";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useUser } from "@/components/session/use-user";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { DialogFooter } from "@/components/ui/dialog";
import { saveFile } from "@/components/ui/save-file";

const FILE = "deposit-matcher-recovery-codes.txt";

/** The recovery codes, which are shown here and never again: to copy, to keep as a file, to print. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const heading = `Deposit Matcher recovery codes for ${useUser()?.username ?? "your account"}`;
  const text = [heading, "Each code works once.", "", ...codes, ""].join("\n");
  return (
    <TaskDialog
      title="Save your recovery codes"
      description="Each code works once if you lose your phone. They won't be shown again."
      onClose={onClose}
    >
      <ul
        aria-label="Recovery codes"
        className="grid justify-center gap-1 rounded-lg border bg-muted p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => copyText(codes.join("\n"))}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button
          variant="outline"
          size="sm"
          onClick={() => saveFile(new Blob([text], { type: "text/plain" }), FILE)}
        >
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button variant="outline" size="sm" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>I've saved them</Button>
      </DialogFooter>
      {createPortal(<PrintSheet heading={heading} codes={codes} />, document.body)}
    </TaskDialog>
  );
}

/** What a printer gets in the place of the page (app/globals.css): black on white in either theme. */
function PrintSheet({ heading, codes }: { heading: string; codes: string[] }) {
  return (
    <div data-print-sheet className="hidden bg-white p-8 text-black print:block" aria-hidden="true">
      <p className="text-xl font-semibold">{heading}</p>
      <p className="mb-6">Each code works once.</p>
      {codes.map((code) => (
        <p key={code} className="font-mono text-base">
          {code}
        </p>
      ))}
    </div>
  );
}
