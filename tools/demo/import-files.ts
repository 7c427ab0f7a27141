import { importPayoutFile, previewPayoutFile } from "@/lib/contracts/payout-files";
import { payoutImports } from "@/lib/contracts/payout-imports";
import * as z from "@/lib/zod";
import type { Emulators } from "../product/emulators";
import type { Call } from "./api";

const answer = z.object({ files: z.record(z.string(), z.string()) });

/**
 * Imports what the sample company's other processors export, each file once, under the name that the report suggests.
 * @param control the emulators' control address
 */
export async function importFiles(call: Call, control: Emulators["control"]): Promise<void> {
  const listed = await fetch(new URL("/files", control.url));
  const { files } = answer.parse(await listed.json());
  const { payout_imports } = await call(payoutImports);
  const known = new Set(payout_imports.map(({ file_name }) => file_name));
  for (const [file_name, text] of Object.entries(files)) {
    if (known.has(file_name)) continue;
    const body = { file: Buffer.from(text).toString("base64"), file_name };
    const { format } = await call(previewPayoutFile, { body });
    if (!format) throw new Error(`The sample's file ${file_name} is of no known report.`);
    const name = format.processor_name;
    await call(importPayoutFile, { body: { ...body, name, skip_errors: false } });
  }
}
