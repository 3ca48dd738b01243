import { t } from '../messages.ts'
import { lineChanges } from './line-changes.ts'
import styles from './trial.module.css'

/** Shows the lines that differ between two versions of a multi-line text. */
export function ChangedLines({ before, after }: { before: string; after: string }) {
  return (
    <div className={styles.lines}>
      {lineChanges(before, after).map((change, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a static list in which lines may repeat
        if (change.kind === 'left') return <p key={at}>{t.unchangedLines({ count: change.count })}</p>
        const Line = change.kind === 'removed' ? 'del' : change.kind === 'added' ? 'ins' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: a static list in which lines may repeat
        return <Line key={at}>{change.text}</Line>
      })}
    </div>
  )
}
