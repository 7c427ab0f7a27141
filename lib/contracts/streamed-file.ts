/** A file generated while it is sent, so memory does not depend on its size. */
export class StreamedFile {
  constructor(
    /** The download's file name. */
    readonly name: string,
    readonly type: string,
    /** Its chunks, each requested after the previous one was sent. */
    readonly parts: AsyncIterable<string>,
    /** Called once when it is sent, or broken off. */
    readonly onEnd: () => Promise<void> = async () => {},
  ) {}
}
