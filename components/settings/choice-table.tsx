import { type ReactNode, useId } from "react";

/** What ties a control to its row and its processor; spread it on the control. */
interface CellControl {
  "aria-label": string;
  "aria-describedby": string | undefined;
}

/** A payment processor. */
interface Column {
  connection_id: string;
  name: string;
}

interface SourceRow<Source> {
  key: string;
  label: string;
  hint?: string | undefined;
  /** The control of one processor; null where the processor never has it. */
  cell: (source: Source, control: CellControl) => ReactNode;
}

/** Settings by payment processor: one row a setting, one column a processor; on phones one under the other. */
export function SourceTable<Source extends Column>({
  label,
  sources,
  rows,
}: {
  label: string;
  sources: readonly Source[];
  rows: readonly SourceRow<Source>[];
}) {
  const id = useId();
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full table-fixed text-sm max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            <td className="w-40" />
            {sources.map(({ connection_id, name }) => (
              <th
                key={connection_id}
                scope="col"
                className="px-2 pb-2 text-left text-xs font-medium wrap-anywhere text-muted-foreground last:pr-0"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-4">
          {rows.map(({ key, label: name, hint, cell }) => (
            <tr key={key} className="align-top max-md:grid max-md:gap-1.5">
              <th scope="row" className="py-1 pr-2 text-left font-medium md:pt-3">
                {name}
                {hint && (
                  <p
                    id={`${id}-${key}`}
                    className="pt-0.5 text-caption font-normal text-pretty text-muted-foreground"
                  >
                    {hint}
                  </p>
                )}
              </th>
              {sources.map((source) => {
                const control = cell(source, {
                  "aria-label": `${name}, ${source.name}`,
                  "aria-describedby": hint && `${id}-${key}`,
                });
                return (
                  <td
                    key={source.connection_id}
                    className={
                      control
                        ? "px-2 py-1 last:pr-0 max-md:grid max-md:grid-cols-[6.5rem_minmax(0,1fr)] max-md:items-center max-md:gap-2 max-md:p-0"
                        : "p-2 max-md:hidden"
                    }
                  >
                    <span
                      aria-hidden="true"
                      className="text-caption text-muted-foreground md:hidden"
                    >
                      {source.name}
                    </span>
                    {control || (
                      <span aria-hidden="true" className="block pt-1 text-muted-foreground">
                        –
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
