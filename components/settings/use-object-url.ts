import { useEffect, useState } from "react";

/** An address of this page for a file in memory, given back when it is no longer shown. */
export function useObjectUrl(file: Blob | null | undefined): string | undefined {
  const [made, setMade] = useState<{ file: Blob; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return file && made?.file === file ? made.url : undefined;
}
