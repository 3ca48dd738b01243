import { Text } from '../../../ui/text.tsx'
import { t } from '../messages.ts'
import { lineChanges } from './line-changes.ts'
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
