import type { Examples } from "./example";

const connection_id = "5b0d7c1e-6a7f-4f0e-9c58-2f6f1f0a7e31";
const import_id = "9a3f2d04-5c1b-4e7d-8f62-0d4c7b1e9a55";
/** "Deposit ID,Deposit date,Net" and one row. */
const file = "RGVwb3NpdCBJRCxEZXBvc2l0IGRhdGUsTmV0CkQxLDIwMjYtMDMtMDUsMTIwLjAwCg==";
const mapping = {
  columns: { payout_id: "Deposit ID", payout_date: "Deposit date", net: "Net" },
  payouts: "id" as const,
};
const payout_import = {
  id: import_id,
  connection_id,
  source_name: "Harbor Terminal",
  file_name: "deposits-march.csv",
  format: "mapped",
  added: 1,
  known: 0,
  errors: 0,
  created_at: "2026-03-06T09:30:00.000Z",
  undone_at: null,
};

export const payoutFileExamples: Examples = {
  previewPayoutFile: {
    body: { file, file_name: payout_import.file_name, mapping, currency: "USD" },
    response: {
      format: { id: "mapped", title: "Columns that you chose", processor_name: "" },
      sheet: "",
      header_row: 1,
      headings: ["Deposit ID", "Deposit date", "Net"],
      sample: [{ row: 2, cells: ["D1", "2026-03-05", "120.00"] }],
      rows: 1,
      choices: { mapping, decimal_sign: null, date_order: null, currency: "USD" },
      remembered: false,
      suggestion: null,
      payouts: [
        {
          ...{ id: "D1", date: "2026-03-05", currency: "USD", amount: "120.00" },
          ...{ fees: "0.00", lines: 1, known: false },
        },
      ],
      payout_count: 1,
      line_count: 1,
      errors: [],
      error_count: 0,
      left_out: [],
      notes: [],
      problem: null,
      undecided_date: null,
      needs_currency: false,
    },
  },
  importPayoutFile: {
    body: {
      ...{ file, file_name: payout_import.file_name, mapping, currency: "USD" },
      name: payout_import.source_name,
    },
    response: { message: "Imported 1 payout from deposits-march.csv", payout_import },
  },
  payoutImports: { response: { payout_imports: [payout_import] } },
  undoPayoutImport: {
    body: { import_id },
    response: { message: "Deleted 1 payout", deleted: 1, kept: [] },
  },
  renamePayoutSource: {
    body: { connection_id, name: "Harbor Terminal 2" },
    response: { message: "Renamed to Harbor Terminal 2" },
  },
};
