const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** "812 bytes", "4.2 MB", "31 GB": in powers of a thousand. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  const text = power > 0 && value < 9.95 ? value.toFixed(1) : String(Math.round(value));
  return `${text} ${UNITS[power]}`;
}
