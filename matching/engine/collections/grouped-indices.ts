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
 * @returns `starts` (length groups + 1) and `members` (the indices kept, ascending within a group)
 */
export function groupIndices(groupOf: Int32Array, groups: number): GroupedIndices {
  const starts = new Int32Array(groups + 1);
  for (const group of groupOf) {
    if (group >= 0) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  }
  for (let i = 0; i < groups; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
  const next = starts.slice();
  const members = new Int32Array(starts[groups] ?? 0);
  for (let index = 0; index < groupOf.length; index++) {
    const group = groupOf[index] ?? -1;
    if (group < 0) continue;
    const at = next[group] ?? 0;
    members[at] = index;
    next[group] = at + 1;
  }
  return { starts, members: members };
}
