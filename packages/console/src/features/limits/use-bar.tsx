import type { LimitUse } from '@millwright/contract/records/limit'
import { number } from '../../language/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Row } from '../../ui/layout.tsx'
import { percentOf } from './limit-use.ts'
import styles from './use-bar.module.css'

/** The usage of a counter: green, yellow from three quarters, red from nine tenths, and always as a number. */
export function UsageBar({ use, label }: { use: Pick<LimitUse, 'attempts' | 'max'>; label: string }) {
  const percent = percentOf(use)
  return (
    <Row as="span" gap={2} shrink>
      <span role="img" aria-label={`${label}: ${use.attempts} / ${use.max}`} className={styles.track}>
        <span className={classNames(styles.fill, styles[levelOf(percent)])} style={{ '--used': `${percent}%` }} />
      </span>
      <span className={styles.figures} aria-hidden="true">
        {number(use.attempts)} / {number(use.max)}
      </span>
    </Row>
  )
}

type UseLevel = 'low' | 'high' | 'full'

function levelOf(percent: number): UseLevel {
  if (percent >= 90) return 'full'
  return percent >= 75 ? 'high' : 'low'
}
