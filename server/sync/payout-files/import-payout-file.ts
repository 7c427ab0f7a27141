import { type Integration, Prisma } from "@/generated/prisma/client";
import type { PayoutImport } from "@/lib/contracts/payout-imports";
import { counted } from "@/lib/counted";
import { type FileLine, type FilePayout, storedId } from "@/lib/payout-files/identified";
import type { ParsedPayoutFile } from "@/lib/payout-files/parse-payout-file";
import { customerProfile } from "@/matching/engine/customer-profile";
import { addFileSource, requireFileSource } from "@/server/connections/file-source";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { enqueue } from "@/server/platform/queue/enqueue";
import { recordAudit } from "@/server/platform/record-audit";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import { requestAutoMatch } from "@/server/work/company";
import { insertion } from "../store-payout";
import { toImportView } from "./payout-imports";
import { type FileInput, type ReadPayoutFile, readPayoutFile } from "./read-payout-file";

/** Storing the payouts of the largest file takes well under this. */
const TIMEOUT_MS = 120_000;

interface ImportInput extends FileInput {
  name?: string | undefined;
  skip_errors: boolean;
}

/**
 * Stores the payouts of a file in one transaction, as a processor's that is there or a new one, and asks for matching.
 * Payouts that are stored already stay as they are.
 * @throws UnusableInputError when something of the file is undecided, or can't be read and is not to be skipped;
 *   ConflictError when there is a processor of the new one's name; NotFoundError for another company's processor.
 */
export async function importPayoutFile(
  ctx: CompanyContext,
  input: ImportInput,
): Promise<{ message: string; payout_import: PayoutImport }> {
  const read = await readPayoutFile(ctx, input);
  const obstacle = obstacleOf(read.parsed, input);
  if (obstacle !== null) throw new UnusableInputError(obstacle);
  const stored = await db(ctx).$transaction((tx) => store(tx, ctx, read, input), {
    timeout: TIMEOUT_MS,
  });
  await enqueue("auto-match", { companyId: ctx.companyId });
  const { added, known } = stored;
  const before = known === 0 ? "" : `; ${counted(known, "payout")} stored before`;
  return {
    message: `Imported ${counted(added, "payout")} from ${input.file_name}${before}`,
    payout_import: stored,
  };
}

/** Why nothing is imported, and what to do; null where it can be. */
function obstacleOf(parsed: ParsedPayoutFile, input: ImportInput): string | null {
  const { problem, undecidedDate, errors, format } = parsed;
  if (problem !== null) return problem;
  if (!format) return "This file isn't recognized. Choose its columns.";
  if (undecidedDate) {
    return `Row ${undecidedDate.row}: "${undecidedDate.text}" may be two days. Choose the order of day and month.`;
  }
  if (parsed.needsCurrency) return "The file names no currency. Choose it.";
  const [first] = errors;
  if (first && !input.skip_errors) {
    const others = errors.length === 1 ? "" : ` (and ${errors.length - 1} more)`;
    return `Row ${first.row}: ${first.reason}${others}. Correct the file, or import only the payouts that can be read.`;
  }
  if (parsed.payouts.length === 0) return "No payout in this file can be imported.";
  if (!input.connection_id && !input.name) return "Choose the processor, or name a new one.";
  return null;
}

async function store(
  tx: Tx,
  ctx: CompanyContext,
  { parsed, fingerprint, choices }: ReadPayoutFile,
  input: ImportInput,
): Promise<PayoutImport> {
  const { companyId, userId } = ctx;
  const source = await sourceOf(tx, ctx, input);
  const added: string[] = [];
  for (const payout of parsed.payouts) {
    const id = storedId(source.id, payout.id);
    if (await isAdded(tx, ctx, source, { ...payout, id })) added.push(id);
  }
  const row = await tx.payoutImport.create({
    data: {
      ...{ companyId, integrationId: source.id, fileName: input.file_name, fingerprint, added },
      format: parsed.format?.id ?? "",
      choices: JSON.parse(JSON.stringify(choices)) as Prisma.InputJsonObject,
      known: parsed.payouts.length - added.length,
      errors: parsed.errors.length,
      createdBy: userId,
    },
  });
  const now = new Date();
  await tx.integration.update({
    where: { companyId_id: { companyId, id: source.id } },
    data: { lastSyncedAt: now },
  });
  await recordAudit(tx, ctx, {
    action: "payout_file.imported",
    entity: "integration",
    entityId: source.id,
    data: {
      ...{ importId: row.id, fileName: row.fileName, format: row.format },
      ...{ added: added.length, known: row.known, errors: row.errors },
    },
  });
  if (added.length > 0) await requestAutoMatch(tx, ctx);
  return toImportView(row, source.displayName);
}

function sourceOf(tx: Tx, ctx: CompanyContext, input: ImportInput): Promise<Integration> {
  if (input.connection_id) return requireFileSource(ctx, input.connection_id, tx);
  return addFileSource(tx, ctx, { name: input.name ?? "", currency: input.currency ?? null });
}

async function isAdded(
  tx: Tx,
  ctx: CompanyContext,
  { id: integrationId }: Integration,
  payout: FilePayout,
): Promise<boolean> {
  const read = { payout: toPayout(payout), lines: payout.lines.map((one) => toLine(one, payout)) };
  const [row] = await tx.$queryRaw<{ added: boolean }[]>(
    insertion(ctx, integrationId, Prisma.sql`SELECT 1`, read),
  );
  return row?.added ?? false;
}

function toPayout({ id, date, amount, currency }: FilePayout): SourcePayout & { amount: number } {
  return {
    ...{ providerId: id, status: "paid", date, amount, currency, description: "" },
    ...{ itemized: true, complete: true, raw: { byFile: true } },
  };
}

function toLine({ id, row, ...line }: FileLine, { currency }: FilePayout): SourceLine {
  const { customerName, customerEmail } = line;
  return {
    ...line,
    ...{ providerId: id, currency, feePredicted: false, raw: { row } },
    customer: customerProfile({ names: [customerName], emails: [customerEmail] }),
  };
}
