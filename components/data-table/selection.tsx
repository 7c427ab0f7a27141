import { Checkbox } from "@/components/ui/checkbox";
import { TableCell, TableHead } from "@/components/ui/table";

/** Selectable rows; the page holds the selection. */
export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean;
  /** Rows that can't be have no box. */
  canSelect: (row: Row) => boolean;
  /** "Select deposit #12". */
  labelOf: (row: Row) => string;
  onChange: (rows: Row[], selected: boolean) => void;
}

/** A finger is wider than the box. */
const boxClasses = "relative before:absolute before:-inset-3 before:content-['']";

/** Ticks all rows that are shown; no box where none of them can be. */
export function SelectAllHead<Row>({
  rows,
  selection,
}: {
  rows: Row[];
  selection: RowSelection<Row>;
}) {
  const open = rows.filter(selection.canSelect);
  const ticked = open.filter(selection.isSelected).length;
  const all = open.length > 0 && ticked === open.length;
  return (
    <TableHead className="w-px pr-1 print:invisible">
      {open.length > 0 && (
        <Checkbox
          aria-label="Select all on this page"
          className={boxClasses}
          checked={all || (ticked > 0 && "indeterminate")}
          onCheckedChange={() => selection.onChange(open, !all)}
        />
      )}
    </TableHead>
  );
}

export function SelectCell<Row>({ row, selection }: { row: Row; selection: RowSelection<Row> }) {
  return (
    <TableCell
      data-row-select
      className="col-start-1 row-span-2 row-start-1 h-auto cursor-default p-0 pr-4 pl-0 first:pl-0 lg:table-cell lg:h-11 lg:w-px lg:py-1 lg:pr-1 lg:first:pl-6 print:invisible"
    >
      {selection.canSelect(row) ? (
        <Checkbox
          aria-label={selection.labelOf(row)}
          className={boxClasses}
          checked={selection.isSelected(row)}
          onCheckedChange={(checked) => selection.onChange([row], checked === true)}
        />
      ) : (
        <span className="block size-4.5" />
      )}
    </TableCell>
  );
}
