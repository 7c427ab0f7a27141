/** Options for reading one file, and callbacks for its messages. */
export interface Reading {
  file: string;
  /** For rows without a currency. ISO 4217. */
  currency: string;
  /** Called with a note for the user that is not an error. */
  note: (text: string) => void;
  /** Called after every batch of rows. */
  onRows: (count: number) => void;
}
