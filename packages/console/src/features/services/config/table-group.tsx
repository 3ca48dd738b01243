import { type ReactNode, useId } from 'react'
import { Legend } from '../../../ui/legend.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './config.module.css'
import type { ConfigField } from './config-field.ts'
import { t } from './messages.ts'

interface TableGroupProps {
  field: ConfigField
  label: string
  error: string | undefined
  /** Number of lines. */
  count: number
  children: ReactNode
}

/** A setting with several lines: its label, help, error and lines. */
export function TableGroup({ field, label, error, count, children }: TableGroupProps) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <Legend>
        {label}
        {field.required ? (
          <Text as="span" tone="faint" weight="regular">
            {t.required}
          </Text>
        ) : null}
      </Legend>
      {error ? (
        <Text id={`${id}-error`} role="alert" tabIndex={-1} tone="danger" size="sm" className={styles.error}>
          {error}
        </Text>
      ) : null}
      {field.help ? (
        <Text tone="muted" size="sm" measure preLine>
          {field.help}
        </Text>
      ) : null}
      {count === 0 ? (
        <Text tone="muted" size="sm" measure preLine>
          {t.noneYet}
        </Text>
      ) : null}
      {children}
    </fieldset>
  )
}
