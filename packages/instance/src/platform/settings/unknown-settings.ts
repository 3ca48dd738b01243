import { secretFileVariables } from './secret-files.ts'
import { type Environment, settings } from './settings.ts'

const known = [...Object.values(settings).map(({ variable }) => variable), ...secretFileVariables]
/** Maximum edit distance between a mistyped name and its suggestion. */
const maxDifferences = 3

/** Returns a sentence for each environment variable that looks like a setting but is not one. */
export function unknownSettings(env: Environment): string[] {
  const names = Object.keys(env).filter((name) => name.startsWith('MILLWRIGHT_'))
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const [closest] = known
        .map((each) => ({ each, differences: differences(name, each) }))
        .filter((each) => each.differences <= maxDifferences)
        .toSorted((one, other) => one.differences - other.differences)
      const hint = closest === undefined ? '' : ` Did you mean ${closest.each}?`
      return `There is no setting ${name}; it is ignored.${hint}`
    })
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
