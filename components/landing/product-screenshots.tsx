import {
  SHOWN_PAYOUT as PAYOUT,
  PICTURE_LOOKS,
  PICTURE_SIZES,
  type PictureName,
  pictureFile,
} from "@/lib/constants/landing-pictures";

interface Picture {
  name: PictureName;
  alt: string;
  caption: string;
}

const PICTURES: readonly [Picture, ...Picture[]] = [
  {
    name: "payout",
    alt: `A payout of ${PAYOUT.amount}: each of its ${PAYOUT.charges} charges beside its payment in the books, and a sum that agrees to the cent.`,
    caption: `Stripe paid ${PAYOUT.amount}. These ${PAYOUT.charges} payments and a fee of ${PAYOUT.fees} are why.`,
  },
  {
    name: "entry",
    alt: "The journal entry of the payout: the bank is debited with what arrived, the fee account with the fee, and each payment is credited.",
    caption:
      "One deposit in your books, with the fees booked. You see the entry before it's posted.",
  },
  {
    name: "reason",
    alt: "A payout with charges that have no payment in the books: the customer's open invoice, what agrees with it, and a button that receives the payment.",
    caption: "What can't be matched says why, with the button that settles it.",
  },
];

/** Narrow pages show the phone version: the wide one would be illegible there. */
const SHOWN_IN = {
  "": "max-md:hidden dark:hidden",
  "-dark": "hidden md:dark:block",
  "-phone": "md:hidden dark:hidden",
  "-phone-dark": "hidden max-md:dark:block",
} as const satisfies Record<(typeof PICTURE_LOOKS)[number]["suffix"], string>;

/** The files that the page shows, from the public folder. */
export const SCREENSHOTS = PICTURES.flatMap(({ name }) =>
  PICTURE_LOOKS.map(({ suffix }) => pictureFile(name, suffix)),
);

/** Screenshots of the product in the page's theme and width; hidden variants are not loaded. */
export function ProductScreenshots() {
  const [first, ...others] = PICTURES;
  return (
    <div className="grid gap-10">
      <div className="mx-auto w-full max-w-4xl">
        <Shot {...first} />
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        {others.map((picture) => (
          <Shot key={picture.name} {...picture} />
        ))}
      </div>
    </div>
  );
}

function Shot({ name, alt, caption }: Picture) {
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-lg border bg-card shadow-float">
        {PICTURE_LOOKS.map(({ suffix, size }) => (
          // As it is: the picture has the size that it is shown in, and a visitor's browser is spared the code around it.
          // biome-ignore lint/performance/noImgElement: nothing is to be optimized
          <img
            key={suffix}
            src={pictureFile(name, suffix)}
            alt={alt}
            {...PICTURE_SIZES[name][size]}
            loading="lazy"
            decoding="async"
            className={`h-auto w-full ${SHOWN_IN[suffix]}`}
          />
        ))}
      </div>
      <figcaption className="mt-3 text-center text-sm text-pretty text-muted-foreground">
        {caption}
      </figcaption>
    </figure>
  );
}
