import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import type { FieldRow } from "@/lib/openapi/fields";

export function FieldTable({ title, rows }: { title: string; rows: readonly FieldRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Table className="mt-4 [&_td]:h-auto">
      <TableHeader>
        <TableRow>
          <TableHead className="w-2/5">{title}</TableHead>
          <TableHead>Type</TableHead>
          <TableHead>Notes</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map(({ path, type, required, note }) => (
          <TableRow key={path}>
            <TableCell className="font-mono text-xs break-all">{path}</TableCell>
            <TableCell className="text-xs">{type}</TableCell>
            <TableCell className="text-xs text-muted-foreground">
              {[required ? "" : "optional", note].filter(Boolean).join("; ")}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
