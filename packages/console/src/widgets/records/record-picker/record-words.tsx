import { Badge } from '../../../ui/badge.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './record-picker.module.css'
import type { PickedRecord } from './record-source.ts'

/** A record in a list of options: icon, title, hint and warning. */
export function RecordWords({ record }: { record: PickedRecord }) {
  const { label, title, hint, trouble, Icon } = record
  return (
    <>
      {Icon ? <Icon size={16} aria-hidden="true" className={styles.kind} /> : null}
      <Text as="span" shrink truncate>
        {title ?? label}
      </Text>{' '}
      {title === undefined || title === label ? null : (
        <Text as="code" tone="muted" size="sm" shrink truncate>
          {label}
        </Text>
      )}{' '}
      <Text as="span" tone="muted" size="sm" grow shrink truncate title={hint}>
        {hint}
      </Text>{' '}
      {trouble ? <Badge tone={trouble.tone}>{trouble.text}</Badge> : null}
    </>
  )
}
