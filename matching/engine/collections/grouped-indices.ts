/**
 * Indices by group in compressed sparse row form: those of group g are members[starts[g]] …
 * members[starts[g + 1] − 1], ascending. `starts` has one entry more than there are groups.
 */
export interface GroupedIndices {
  starts: Int32Array;
  members: Int32Array;
}

/**
 * Groups the indices 0 … groupOf.length − 1 by counting sort, O(n + groups).
 * @param groupOf group of each index, 0 … groups − 1; −1 leaves the index out
 * @param groups number of groups
 * @param former indices that are not needed any more, whose arrays are used again where they are large enough
 * @returns `starts` (length groups + 1) and `members` (the indices kept, ascending within a group; what follows them means
 * nothing)
 */
export function groupIndices(
  groupOf: Int32Array,
  groups: number,
  former?: GroupedIndices,
): GroupedIndices {
  const ends =
    former?.starts.length === groups + 1 ? former.starts.fill(0) : new Int32Array(groups + 1);
  for (let index = 0; index < groupOf.length; index++) {
    const group = groupOf[index] ?? -1;
    if (group >= 0) ends[group] = (ends[group] ?? 0) + 1;
  }
  for (let i = 1; i <= groups; i++) ends[i] = (ends[i] ?? 0) + (ends[i - 1] ?? 0);
  const kept = ends[groups] ?? 0;
  const members = former && former.members.length >= kept ? former.members : new Int32Array(kept);
  // From the last on, each takes the place before those of its group: what were the ends become the starts.
  for (let index = groupOf.length - 1; index >= 0; index--) {
    const group = groupOf[index] ?? -1;
    if (group < 0) continue;
    const at = (ends[group] ?? 0) - 1;
    members[at] = index;
    ends[group] = at;
  }
  return { starts: ends, members };
}
