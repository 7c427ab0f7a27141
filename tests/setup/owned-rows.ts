import { everything } from "./everything";

/**
 * Rows that are a company's or a person's, by table, each with the transaction that wrote it. Found by
 * the names of the columns: a table that is new is among them.
 */
export async function ownedRows({
  companyId,
  userId,
}: {
  companyId: string;
  userId: number;
}): Promise<Map<string, string[]>> {
  const columns = await everything().$queryRaw<{ table_name: string; column_name: string }[]>`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name IN ('company_id', 'user_id')
      OR (table_name, column_name) IN (('companies', 'id'), ('users', 'id')))
    ORDER BY 1, 2`;
  const rows = new Map<string, string[]>();
  for (const { table_name, column_name } of columns) {
    const isPerson = column_name === "user_id" || table_name === "users";
    const found = await everything().$queryRawUnsafe<{ row: string }[]>(
      `SELECT t.xmin || t::text AS row FROM "${table_name}" t
       WHERE ${column_name}::text = $1 ORDER BY 1`,
      isPerson ? String(userId) : companyId,
    );
    rows.set(table_name, [...(rows.get(table_name) ?? []), ...found.map(({ row }) => row)]);
  }
  return rows;
}
