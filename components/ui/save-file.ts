/** Hands a file to the browser's own download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by the next turn; it keeps the file itself.
  setTimeout(() => URL.revokeObjectURL(address));
}
