import type { ServiceType } from '@millwright/contract/wire/services'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { groupIcon } from './group-icons.tsx'
import { t } from './messages.ts'
import { aboutType } from './type-about.ts'
import { groupOf, typeLabel } from './type-list.ts'
import styles from './types.module.css'

interface TypeCardProps {
  type: ServiceType
  /** Chooses another type; absent if the type is fixed. */
  onOther?: (() => void) | undefined
}

/** The type of a service. */
export function TypeCard({ type, onOther }: TypeCardProps) {
  return (
    <section className={styles.card} aria-label={t.serviceType}>
      <span className={styles.cardIcon} aria-hidden="true">
        {groupIcon(groupOf(type))}
      </span>
      <Stack grow shrink>
        <Text weight="strong">{typeLabel(type)}</Text>
        <Text tone="muted" size="sm">
          {aboutType(type)}
        </Text>
      </Stack>
      {onOther ? (
        <Button size="small" onClick={onOther}>
          {t.changeType}
        </Button>
      ) : null}
    </section>
  )
}
