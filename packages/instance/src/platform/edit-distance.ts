/** Maximum edit distance between a mistyped name and its suggestion. */
const maxDifferences = 3

/** Returns the known name that a mistyped one most likely stands for, or `null`. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  const most = Math.min(maxDifferences, Math.ceil(name.length / 3))
  const [closest] = [...known]
    .map((each) => ({ each, differences: differences(name, each) }))
    .filter((each) => each.differences <= most)
    .toSorted((one, other) => one.differences - other.differences)
  return closest?.each ?? null
}

/** Returns the edit distance between two texts. */
function differences(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, target] of [...other].entries()) {
      const replaced = (row[to] ?? 0) + (letter === target ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
