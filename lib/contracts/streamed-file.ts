/** A file that is made while it is sent, so that its size costs no memory. */
export class StreamedFile {
  constructor(
    /** What it is saved as. */
    readonly name: string,
    readonly type: string,
    /** Its parts, each asked for when the one before has been sent. */
    readonly parts: AsyncIterable<string>,
  ) {}
}
