import { REFERENCE_WIDTH } from "../../books";
import type { Random } from "../../random";
import type { ChargeRequest, ReceiptRequest } from "../rows";
import type { PluginRates, Shop } from "./shop";

/** The two numbers of an order. */
export interface Numbers {
  internal: string;
  /** As the customer sees it: "W-20931". */
  facing: string;
  /** The same without prefix and zeros. */
  bare: string;
}

/** Hands out numbers. Both series begin near each other and run through the same range. */
export class Numbering {
  private internal: number;
  private facing: number;

  constructor(
    private readonly random: Random,
    private readonly shop: Shop,
  ) {
    this.internal = shop.firstInternal;
    this.facing = shop.firstFacing;
  }

  next(): Numbers {
    const { random, shop } = this;
    do this.internal++;
    while (random.chance(shop.skips));
    const bare = String(++this.facing);
    const facing = shop.facingPrefix + bare.padStart(shop.facingWidth, "0");
    return { internal: String(this.internal), facing, bare };
  }
}

/** Both numbers, where the shop's plugin writes them on a charge. */
export function numbersOnCharge(
  numbers: Numbers,
  shop: Shop,
): Pick<ChargeRequest, "description" | "fields" | "numbers"> {
  const { internal, facing } = numbers;
  const { layout, textShows, word, name } = shop;
  const shown = [internal, facing];
  const internalField = { field: shop.internalField, value: internal };
  const facingField = { field: shop.facingField, value: facing };
  if (layout === "text") {
    return { description: `${word} #${internal} (${facing})`, numbers: shown };
  }
  const description = `${name} - ${word} ${textShows === "internal" ? internal : facing}`;
  if (layout === "fields and text") {
    return { description, fields: [internalField, facingField], numbers: shown };
  }
  if (layout === "one each") {
    const other = textShows === "internal" ? facingField : internalField;
    return { description, fields: [other], numbers: shown };
  }
  const idle = `Payment to ${name}`;
  return { description: idle, fields: [internalField, facingField], numbers: shown };
}

/** What the books write of the numbers, and which identities it still shows. */
export function numbersInBooks(
  numbers: Numbers,
  day: number,
  { shop, rates, random }: { shop: Shop; rates: PluginRates; random: Random },
): Pick<ReceiptRequest, "reference" | "note" | "numbers"> {
  const usual = shop.records[day < shop.changeDay ? 0 : 1];
  const facing = shop.stripsPrefix ? numbers.bare : numbers.facing;
  const swap = usual !== "both" && random.chance(rates.otherNumber);
  const first = (usual === "internal") === swap ? facing : numbers.internal;
  const number = !shop.synced && random.chance(rates.digitError) ? mistyped(first, random) : first;
  const other = first === facing ? numbers.internal : facing;
  const place = shop.place === "either" ? random.pick(["reference", "memo"]) : shop.place;
  const text = inForm(number, shop);
  const written: Pick<ReceiptRequest, "reference" | "note"> =
    place === "memo"
      ? { note: usual === "both" ? `${text} (${other})` : text }
      : {
          reference: text.slice(0, REFERENCE_WIDTH).trimEnd(),
          ...(usual === "both" ? { note: `${shop.word} ${other}` } : {}),
        };
  const all = `${written.reference ?? ""} ${written.note ?? ""}`;
  const shown = usual === "both" ? [first, other] : [first];
  return { ...written, numbers: shown.filter((each) => all.includes(each)) };
}

function inForm(number: string, { form, tag, word, domain }: Shop): string {
  const forms: Readonly<Record<Shop["form"], string>> = {
    bare: number,
    hash: `#${number}`,
    tag: `${tag}-${number}`,
    word: `${word} ${number}`,
    domain: `${domain} #${number}`,
  };
  return forms[form];
}

/** One digit replaced, or two swapped. */
function mistyped(number: string, random: Random): string {
  const letters = [...number];
  const at = random.between(Math.max(0, letters.length - 4), letters.length - 2);
  const [here = "", after = ""] = [letters[at], letters[at + 1]];
  if (here !== after && random.chance(0.5)) letters.splice(at, 2, after, here);
  else letters[letters.length - 1] = String(random.between(0, 9));
  return letters.join("");
}
