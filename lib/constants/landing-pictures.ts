/** The payout of the sample company that the landing page shows and describes. */
export const SHOWN_PAYOUT = { amount: "2,583.15", charges: 7, fees: "79.31" } as const;

/** Looks that each picture of the landing page is taken in. */
export const PICTURE_LOOKS = [
  { suffix: "", size: "wide", colorScheme: "light" },
  { suffix: "-dark", size: "wide", colorScheme: "dark" },
  { suffix: "-phone", size: "phone", colorScheme: "light" },
  { suffix: "-phone-dark", size: "phone", colorScheme: "dark" },
] as const;

interface Size {
  width: number;
  height: number;
}

export type PictureName = "payout" | "entry" | "reason";

/** In CSS pixels. */
export const PICTURE_SIZES: Record<PictureName, Record<"wide" | "phone", Size>> = {
  payout: { wide: { width: 1008, height: 900 }, phone: { width: 390, height: 620 } },
  entry: { wide: { width: 720, height: 600 }, phone: { width: 390, height: 620 } },
  reason: { wide: { width: 720, height: 600 }, phone: { width: 390, height: 620 } },
};

/** The file of a picture, from the public folder. */
export function pictureFile(name: PictureName, suffix: string): string {
  return `/screenshots/${name}${suffix}.webp`;
}
