import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshBooks } from "@/components/deposit-parts/refresh-books";
import { integrationKeys } from "@/components/integrations/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { MAX_PAYOUT_FILE_BYTES } from "@/lib/constants/payout-files";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { Integration } from "@/lib/contracts/integrations";
import type {
  importPayoutFile,
  PayoutFilePreview,
  previewPayoutFile,
} from "@/lib/contracts/payout-files";
import type { PayoutImport, renamePayoutSource } from "@/lib/contracts/payout-imports";
import { counted } from "@/lib/counted";
import { formatBytes } from "@/lib/format-bytes";
import { BY_FILE } from "@/lib/providers/list";
import { withReason } from "./runs";

/** A large file takes a while to arrive and to be read. */
const PATIENCE_MS = 180_000;

/** What a user chose for a file; what is absent is left to the server. */
export type FileChoices = Omit<BodyOf<typeof previewPayoutFile>, "file" | "file_name">;

/** A file's content, ready to be sent. */
export interface PayoutFile {
  /** Distinguishes files of the same name. */
  key: string;
  name: string;
  /** Base64. */
  content: string;
}

/** The processors whose payouts come from files. */
export function fileSources(integrations: readonly Integration[]): Integration[] {
  return integrations.filter(({ integration_type }) => integration_type === BY_FILE);
}

export const payoutImportsQuery = queryOptions({
  queryKey: [...integrationKeys.all, "payout-imports"] as const,
  queryFn: ({ signal }) => call("GET /payout-files/imports/", { signal }),
});

/** A file as it would be imported. One that isn't recognised is read with the suggested columns. */
export function previewQuery(file: PayoutFile, choices: FileChoices) {
  return queryOptions({
    queryKey: ["payout-file", file.key, choices] as const,
    queryFn: async ({ signal }): Promise<PayoutFilePreview> => {
      const read = (mapping = choices.mapping) =>
        call("POST /payout-files/preview/", {
          body: { ...choices, mapping, file: file.content, file_name: file.name },
          ...{ signal, timeoutMs: PATIENCE_MS },
        });
      const first = await read();
      const { suggestion, choices: used } = first;
      return suggestion && used.mapping === null ? read(suggestion) : first;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** @throws Error that says what to do, for a file that can't be sent */
export async function readPayoutFile(file: File): Promise<PayoutFile> {
  if (/\.xls$/i.test(file.name)) {
    throw new Error(
      "Old Excel workbooks can't be read. Save it as .xlsx or CSV, then choose that.",
    );
  }
  if (file.size === 0) throw new Error("The file is empty. Export it again, then choose that.");
  if (file.size > MAX_PAYOUT_FILE_BYTES) {
    const size = formatBytes(file.size);
    throw new Error(`The file has ${size}; 8 MB at most. Export a shorter period.`);
  }
  return { key: crypto.randomUUID(), name: file.name, content: await toBase64(file) };
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () =>
      reject(
        new Error("The browser couldn't read the file. If it is open elsewhere, close it there."),
      );
    reader.readAsDataURL(file);
  });
}

export function useImportFile(onImported: (imported: PayoutImport) => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof importPayoutFile>) =>
      call("POST /payout-files/import/", { body, timeoutMs: PATIENCE_MS }),
    onSuccess: ({ payout_import }) => onImported(payout_import),
    // Also after an error: without an answer it may have been imported.
    onSettled: refresh,
  });
}

export function useUndoImport({ id, file_name }: PayoutImport) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      call("POST /payout-files/undo/", { body: { import_id: id }, timeoutMs: PATIENCE_MS }),
    onSuccess: ({ message, kept: [first, ...more] }) => {
      if (!first) return toast.success(message);
      const others = more.length === 0 ? "" : ` And ${counted(more.length, "other payout")}.`;
      return toast.warning(message, {
        description: `Payout ${first.source_id} stays: ${first.reason}${others}`,
      });
    },
    onError: (error) => toast.error(`Couldn't undo the import of ${file_name}`, withReason(error)),
    onSettled: refresh,
  });
}

export function useRename(onRenamed: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof renamePayoutSource>) =>
      call("PUT /payout-files/source/", { body }),
    onSuccess: async ({ message }) => {
      await refresh();
      toast.success(message);
      onRenamed();
    },
  });
}

export function useRemoveSource({ id: connection_id, display_name }: Integration) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call("POST /integrations/disconnect/", { body: { connection_id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(`Failed to disconnect ${display_name}`, withReason(error)),
    onSettled: refresh,
  });
}

export function useSaveFeeAccount({ id: connection_id }: Integration, onSaved: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (account_id: string) =>
      call("PUT /settings/accounts/", {
        body: { integration_type: BY_FILE, connection_id, kind: "fee", account_id },
      }),
    onSuccess: async () => {
      await refresh();
      toast.success("Expense category saved successfully");
      onSaved();
    },
    onError: (error) => toast.error("Failed to save expense category", withReason(error)),
  });
}

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: integrationKeys.all });
    void refreshBooks(client);
  };
}
