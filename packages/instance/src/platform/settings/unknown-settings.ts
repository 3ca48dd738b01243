import { type Environment, settings } from './settings.ts'

const known: readonly string[] = Object.values(settings).map(({ variable }) => variable)
/** Letters in which a mistyped name may differ from the one that was meant. */
const mostDifferences = 3

/** A sentence for each variable of the environment that looks like a setting and is none. */
export function unknownSettings(env: Environment): string[] {
  const names = Object.keys(env).filter((name) => name.startsWith('MILLWRIGHT_'))
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const [closest] = known
        .map((each) => ({ each, differences: differences(name, each) }))
        .filter((each) => each.differences <= mostDifferences)
        .toSorted((one, other) => one.differences - other.differences)
      const hint = closest === undefined ? '' : ` Did you mean ${closest.each}?`
      return `There is no setting ${name}; it is ignored.${hint}`
    })
}

/** Letters to insert, remove or replace to make one text of the other. */
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
