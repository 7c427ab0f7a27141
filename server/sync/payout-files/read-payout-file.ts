import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import { type PayoutMapping, payoutMapping } from "@/lib/contracts/payout-files";
import { toDecimal } from "@/lib/money";
import type { Mapping } from "@/lib/payout-files/formats/mapped";
import { type FilePayout, headerFingerprint, storedId } from "@/lib/payout-files/identified";
import { type ParsedPayoutFile, parsePayoutFile } from "@/lib/payout-files/parse-payout-file";
import { TableError } from "@/lib/tables/errors";
import { readFileCurrency, requireFileSource } from "@/server/connections/file-source";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { loadTimeZone } from "@/server/work/company";

const choicesShape = z.object({
  mapping: payoutMapping.optional(),
  decimal_sign: z.enum([".", ","]).optional(),
  date_order: z.enum(["mdy", "dmy", "ymd"]).optional(),
  currency: z.string().optional(),
});

/** What a user decided about a file, as the wire has it and an import stores it. */
export type FileChoices = z.infer<typeof choicesShape>;

export interface FileInput extends FileChoices {
  /** Base64. */
  file: string;
  file_name: string;
  connection_id?: string | undefined;
}

export interface ReadPayoutFile {
  parsed: ParsedPayoutFile;
  fingerprint: string;
  choices: FileChoices;
  remembered: boolean;
  source: Integration | null;
  /** The ids, as the file has them, of its payouts that are stored. */
  known: ReadonlySet<string>;
}

/**
 * Reads a file with the given choices, and otherwise with those of the last import of a file with the same headings. A
 * payout that is stored with another amount is an error.
 * @throws UnusableInputError when it is no table; NotFoundError for another company's processor.
 */
export async function readPayoutFile(
  ctx: CompanyContext,
  { file, file_name: _name, connection_id, ...given }: FileInput,
): Promise<ReadPayoutFile> {
  const source = connection_id ? await requireFileSource(ctx, connection_id) : null;
  const timeZone = await loadTimeZone(ctx);
  const bytes = new Uint8Array(Buffer.from(file, "base64"));
  const read = (choices: FileChoices) =>
    inWords(() =>
      parsePayoutFile(bytes, {
        ...{ mapping: choices.mapping && toMapping(choices.mapping), timeZone },
        ...{ decimalSign: choices.decimal_sign, dateOrder: choices.date_order },
        currency: choices.currency ?? readFileCurrency(source?.settings) ?? undefined,
      }),
    );
  const first = await read(given);
  const fingerprint = headerFingerprint(first.headings);
  const last = await lastChoices(ctx, fingerprint);
  const choices = { ...last, ...without(given) };
  const remembered = Object.keys(choices).length > Object.keys(without(given)).length;
  const parsed = remembered ? await read(choices) : first;
  const stored = await storedPayouts(ctx, source, parsed.payouts);
  const differing = parsed.payouts.flatMap((payout) => stored.get(payout.id)?.(payout) ?? []);
  return {
    ...{ fingerprint, choices, remembered, source },
    known: new Set(stored.keys()),
    parsed: {
      ...parsed,
      payouts: parsed.payouts.filter((payout) => !stored.get(payout.id)?.(payout)),
      errors: [...parsed.errors, ...differing],
    },
  };
}

/** Of the stored payouts among these, what is wrong with the file's. */
async function storedPayouts(
  ctx: CompanyContext,
  source: Integration | null,
  payouts: readonly FilePayout[],
) {
  if (!source) return new Map<string, (payout: FilePayout) => Fault | null>();
  const idsInFile = new Map(payouts.map(({ id }) => [storedId(source.id, id), id]));
  const rows = await db(ctx).deposit.findMany({
    where: {
      ...{ companyId: ctx.companyId, integrationId: source.id },
      providerId: { in: [...idsInFile.keys()] },
    },
    select: { providerId: true, amount: true, currency: true },
  });
  return new Map(
    rows.map(({ providerId, amount, currency }) => [
      idsInFile.get(providerId) ?? providerId,
      (payout: FilePayout) => faultOf(payout, Number(amount), currency),
    ]),
  );
}

interface Fault {
  row: number;
  reason: string;
}

function faultOf(payout: FilePayout, amount: number, currency: string): Fault | null {
  if (payout.amount === amount && payout.currency === currency) return null;
  const [is, was] = [
    `${toDecimal(payout.amount, payout.currency)} ${payout.currency}`,
    `${toDecimal(amount, currency)} ${currency}`,
  ];
  const row = Math.min(...payout.lines.flatMap((line) => line.row ?? []));
  return {
    row: Number.isFinite(row) ? row : 1,
    reason: `Payout ${payout.id} is ${is} here, and was imported with ${was} before. Undo that import first.`,
  };
}

function toMapping({ kinds, ...mapping }: PayoutMapping): Mapping {
  const byType = kinds?.map(({ type, kind }) => [type.toLowerCase(), kind] as const);
  return { ...mapping, kinds: byType && Object.fromEntries(byType) };
}

async function lastChoices(ctx: CompanyContext, fingerprint: string): Promise<FileChoices> {
  const last = await db(ctx).payoutImport.findFirst({
    where: { companyId: ctx.companyId, fingerprint },
    orderBy: { createdAt: "desc" },
    select: { choices: true },
  });
  const found = choicesShape.safeParse(last?.choices).data;
  return found ? without(found) : {};
}

function without<Choices extends object>(choices: Choices): Partial<Choices> {
  const known = Object.entries(choices).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Partial<Choices>;
}

/** @throws UnusableInputError instead of a TableError */
async function inWords<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const message = error.message.startsWith("row ")
      ? `The file can't be read: ${error.message}.`
      : `The file ${error.message}.`;
    throw new UnusableInputError(message, { fields: { file: message } });
  }
}
