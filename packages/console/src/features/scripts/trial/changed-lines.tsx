import { t } from '../messages.ts'
import { lineChanges } from './line-changes.ts'
import styles from './trial.module.css'

/** A text of several lines before and after, as the lines that differ. */
export function ChangedLines({ before, after }: { before: string; after: string }) {
  return (
    <div className={styles.lines}>
      {lineChanges(before, after).map((change, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a finished list, in which the same lines may stand twice
        if (change.kind === 'left') return <p key={at}>{t.unchangedLines({ count: change.count })}</p>
        const Line = change.kind === 'removed' ? 'del' : change.kind === 'added' ? 'ins' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: likewise
        return <Line key={at}>{change.text}</Line>
      })}
    </div>
  )
}
