import { diffLines } from 'diff'

/** Lines in a row with the same fate; `left`: how many stayed as they are and are not shown. */
export type LineChange =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
  | { readonly kind: 'left'; readonly count: number }

/** Unchanged lines that are shown beside a changed one. */
const around = 2
/** Changed lines beyond which a comparison says less than both texts would, and takes long. */
const most = 1000

/** What became of the lines of a text. */
export function lineChanges(before: string, after: string): readonly LineChange[] {
  const parts = diffLines(`${before}\n`, `${after}\n`, { maxEditLength: most })
  if (parts === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  return parts.flatMap(({ value, added, removed }, at): readonly LineChange[] => {
    const lines = value.replace(/\n$/, '').split('\n')
    if (added || removed) return [{ kind: added ? 'added' : 'removed', text: lines.join('\n') }]
    const [first, last] = [at === 0 ? 0 : around, at === parts.length - 1 ? 0 : around]
    const count = lines.length - first - last
    // A line that says that one is left out takes the room of that one.
    if (count < 2) return [{ kind: 'same', text: lines.join('\n') }]
    return [...same(lines.slice(0, first)), { kind: 'left', count }, ...same(lines.slice(lines.length - last))]
  })
}

const same = (lines: readonly string[]): readonly LineChange[] =>
  lines.length === 0 ? [] : [{ kind: 'same', text: lines.join('\n') }]
