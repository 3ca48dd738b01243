import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import type { ComparedColumn } from './compared-column.ts'
import { ConditionFields, type TypedCondition } from './condition-fields.tsx'
import styles from './condition-lines.module.css'
import { t } from './opened/messages.ts'

/** Conditions that all apply, or of which one does. */
export interface Conditions {
  readonly join: 'and' | 'or'
  readonly lines: readonly TypedCondition[]
}

interface ConditionLinesProps {
  value: Conditions
  columns: readonly ComparedColumn[]
  /** Lookup keys that stand for values. */
  keys?: readonly string[]
  /** A control for the value of a line, instead of that of its type. */
  valueField?: (line: TypedCondition, label: string, onChange: (value: string) => void) => ReactNode
  onChange: (value: Conditions) => void
  /** Further controls beside the one that adds a condition. */
  children?: ReactNode
}

const newLine: TypedCondition = { field: '', operator: '=', value: '' }

/** Any number of conditions, a line each. The word between them exchanges AND and OR for all. */
export function ConditionLines({ value, columns, keys = [], valueField, onChange, children }: ConditionLinesProps) {
  const { join, lines } = value
  const change = (next: readonly TypedCondition[]) => onChange({ join, lines: next })
  return (
    <>
      {lines.length === 0 ? null : (
        <Stack gap={2} className={styles.lines}>
          {lines.map((line, at) => {
            const number = at + 1
            const label = t.valueOfCondition({ number })
            const set = (part: Partial<TypedCondition>) => change(lines.with(at, { ...line, ...part }))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
              <div key={at} className={styles.line}>
                {at === 0 ? (
                  <span className={styles.where}>{t.whereWord}</span>
                ) : (
                  <Button
                    size="small"
                    variant="quiet"
                    onClick={() => onChange({ join: join === 'and' ? 'or' : 'and', lines })}
                  >
                    {join === 'and' ? t.andWord : t.orWord}
                  </Button>
                )}
                <ConditionFields
                  labelHidden
                  labels={{
                    field: t.fieldOfCondition({ number }),
                    operator: t.operatorOfCondition({ number }),
                    value: label,
                  }}
                  columns={columns}
                  condition={line}
                  keys={keys}
                  valueField={valueField?.(line, label, (text) => set({ value: text }))}
                  onChange={set}
                />
                <IconButton
                  label={t.removeCondition({ number })}
                  danger
                  icon={<IconTrash />}
                  onClick={() => change(lines.toSpliced(at, 1))}
                />
              </div>
            )
          })}
        </Stack>
      )}
      <Row gap={2} wrap>
        <Button size="small" icon={<IconPlus />} onClick={() => change([...lines, newLine])}>
          {t.addCondition}
        </Button>
        {children}
      </Row>
    </>
  )
}
