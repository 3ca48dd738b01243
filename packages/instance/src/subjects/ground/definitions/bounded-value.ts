/** More than any real API has, and less than YAML with recursive aliases. */
export const maxValues = 500_000
const deepest = 200

/** Whether a definition has as many values as are read, each counted wherever it is, and is not nested too deeply. */
export function isBounded(value: unknown): boolean {
  const open = [{ value, depth: 0 }]
  for (let seen = 0; open.length > 0; seen++) {
    const next = open.pop()
    if (next === undefined || seen > maxValues || next.depth > deepest) return false
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const each of Object.values(next.value)) open.push({ value: each, depth: next.depth + 1 })
  }
  return true
}
