import { diffLines } from 'diff'
import { Text } from '../../../ui/text.tsx'
import { t } from '../messages.ts'
import styles from './trial.module.css'

/** Shows the lines that differ between two versions of a multi-line text. */
export function ChangedLines({ before, after }: { before: string; after: string }) {
  return (
    <div className={styles.lines}>
      {lineChanges(before, after).map((change, at) => {
        if (change.kind === 'left')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a static list in which lines may repeat
            <Text key={at} tone="muted">
              {t.unchangedLines({ count: change.count })}
            </Text>
          )
        const Line = change.kind === 'removed' ? 'del' : change.kind === 'added' ? 'ins' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: a static list in which lines may repeat
        return <Line key={at}>{change.text}</Line>
      })}
    </div>
  )
}

/** Consecutive lines with the same change; `left` is a number of unchanged lines that are not shown. */
type LineChange =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
  | { readonly kind: 'left'; readonly count: number }

/** Unchanged lines shown around a change. */
const around = 2
/** Maximum number of changed lines: beyond it, a comparison is slow and less helpful than both texts. */
const most = 1000

/** Compares two texts line by line. */
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
    const first = at === 0 ? 0 : around
    const last = at === parts.length - 1 ? 0 : around
    const count = lines.length - first - last
    // A note that one line is omitted would take as much room as that line.
    if (count < 2) return [{ kind: 'same', text: lines.join('\n') }]
    return [...same(lines.slice(0, first)), { kind: 'left', count }, ...same(lines.slice(lines.length - last))]
  })
}

const same = (lines: readonly string[]): readonly LineChange[] =>
  lines.length === 0 ? [] : [{ kind: 'same', text: lines.join('\n') }]
