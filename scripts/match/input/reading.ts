/** What a reader of one file needs to know, and whom it tells. */
export interface Reading {
  file: string;
  /** For rows that name none. ISO 4217. */
  currency: string;
  /** Something the person should know, though it is no error. */
  note: (text: string) => void;
  /** Told after some more rows. */
  onRows: (count: number) => void;
}
