export const MATCHING_ALGORITHMS = ["smart", "exact", "fuzzy"] as const;
export type MatchingAlgorithm = (typeof MATCHING_ALGORITHMS)[number];

/** How long the note of an accepted difference may be. */
export const DIFFERENCE_NOTE_LENGTH = 500;

/** Lines : payments. */
export const MATCH_KINDS = ["one_to_one", "one_to_many", "many_to_one", "many_to_many"] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** Matched by the engine, suggested by the engine and confirmed by the user, or chosen by the user. */
export const MATCH_ORIGINS = ["auto", "suggestion", "manual"] as const;
export type MatchOrigin = (typeof MATCH_ORIGINS)[number];

/** What undoing a match does to the books: nothing, delete what we created there, or only end a link. */
export const UNDO_EFFECTS = ["undo", "delete", "unlink"] as const;
export type UndoEffect = (typeof UNDO_EFFECTS)[number];
