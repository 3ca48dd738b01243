import type { NamedFactor } from '@millwright/contract/wire/two-step'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Text } from '../../../ui/text.tsx'
import { profileMessages } from '../messages.ts'
import styles from './two-step.module.css'

interface FactorListProps {
  readonly label: string
  readonly factors: readonly NamedFactor[]
  /** Label of the button that removes a factor. */
  readonly removal: (given: { readonly name: string }) => string
  readonly onRemove: (factor: NamedFactor) => void
  /** Absent if factors cannot be renamed. */
  readonly onRename?: (factor: NamedFactor) => void
}

/** Passkeys or app passwords, with their names and last use. */
export function FactorList({ label, factors, removal, onRemove, onRename }: FactorListProps) {
  if (factors.length === 0) return null
  return (
    <ul className={styles.factors} aria-label={label}>
      {factors.map((factor) => (
        <li key={factor.id} className={styles.factor}>
          <Text as="span" breakAnywhere>
            {factor.name}
          </Text>
          <Text as="span" tone="muted" size="sm" className={styles.use}>
            {factor.last_used_date
              ? profileMessages.addedAndUsed({
                  added: () => <RelativeDate value={factor.created_date} />,
                  used: () => <RelativeDate value={factor.last_used_date ?? ''} />,
                })
              : profileMessages.addedNeverUsed({ added: () => <RelativeDate value={factor.created_date} /> })}
          </Text>
          <Row as="span" align="stretch" className={styles.tools}>
            {onRename ? (
              <IconButton
                size="small"
                label={profileMessages.rename({ name: factor.name })}
                icon={<IconPencil />}
                onClick={() => onRename(factor)}
              />
            ) : null}
            <IconButton
              size="small"
              label={removal({ name: factor.name })}
              icon={<IconTrash />}
              onClick={() => onRemove(factor)}
            />
          </Row>
        </li>
      ))}
    </ul>
  )
}
