import { IconCode, IconCodeOff } from '@tabler/icons-react'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'
import type { Tally } from './script-tally.ts'
import styles from './scripts.module.css'

/** Marks an entry that has scripts, active or not. `counts`: show the number too. */
export function ScriptMark({ scripts, counts }: { scripts: Tally; counts: boolean }) {
  if (scripts.all === 0) return null
  const off = scripts.active === 0
  const [one, many] = off ? [t.notActive, t.noneActive] : [tabWords.active, t.someActive({ count: scripts.active })]
  return (
    <span className={styles.mark} data-off={off || undefined} title={scripts.all === 1 ? one : many}>
      {off ? <IconCodeOff aria-hidden="true" /> : <IconCode aria-hidden="true" />}
      {counts ? scripts.all : null}
    </span>
  )
}
