/** Abbreviations of words in names of companies and places, and what they stand for. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  (
    "intl international natl national mfg manufacturing mfrs manufacturers bros brothers assoc associates assocs associates " +
    "assn association svc service svcs services dept department univ university inst institute st saint ste sainte mt mount " +
    "ctr center centre center theatre theater tech technology techs technologies mgmt management mktg marketing engr engineering " +
    "engrg engineering const construction constr construction dev development dist distribution distr distribution ent enterprises " +
    "entpr enterprises equip equipment fin financial grp group hosp hospital ind industries inds industries ins insurance invest investments " +
    "invs investments labs laboratories lab laboratory med medical pharm pharmacy photog photography prod productions prods products " +
    "prop properties props properties rlty realty rest restaurant sch school sol solutions solns solutions sys systems trans transport " +
    "transp transport whse warehouse cmty community comm communications consult consulting govt government " +
    "gebr gebruder gebrueder gebruder hnos hermanos flli fratelli cie compagnie wm william chas charles " +
    "geo george jas james jos joseph robt robert thos thomas edw edward benj benjamin"
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(" ") as [string, string]),
);

/** @returns what a folded word stands for; the word itself where it is no abbreviation */
export function writtenOut(word: string): string {
  return WRITTEN_OUT.get(word) ?? word;
}
