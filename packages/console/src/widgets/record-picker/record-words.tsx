import { Badge } from '../../ui/badge.tsx'
import styles from './record-picker.module.css'
import type { PickedRecord } from './record-source.ts'

/** A record in a list to choose from: its kind, what it is called, and what is the matter with it. */
export function RecordWords({ record }: { record: PickedRecord }) {
  const { label, title, hint, trouble, Icon } = record
  return (
    <>
      {Icon ? <Icon aria-hidden="true" className={styles.kind} /> : null}
      <span className={styles.name}>{title ?? label}</span>{' '}
      {title === undefined || title === label ? null : <code className={styles.code}>{label}</code>}{' '}
      {hint ? (
        <span className={styles.hint} title={hint}>
          {hint}
        </span>
      ) : null}{' '}
      {trouble ? (
        <span className={styles.trouble}>
          <Badge tone={trouble.tone}>{trouble.text}</Badge>
        </span>
      ) : null}
    </>
  )
}
