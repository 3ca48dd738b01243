import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { type ComparedColumn, comparedKind } from '../../../widgets/access/condition/compared-column.ts'
import { ConditionFields } from '../../../widgets/access/condition/condition-fields.tsx'
import { t as conditionWords } from '../../../widgets/access/condition/opened/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import {
  type FilterLine,
  type FilterLines,
  isLineOperator,
  printFilterLines,
  readFilterLines,
} from '../plan/filter-lines.ts'
import type { StepColumn } from '../plan/table-step.ts'
import { PlaceholderField } from './placeholder-field.tsx'
import styles from './steps.module.css'
import type { StepSurroundings } from './surroundings.ts'

interface FilterFieldProps {
  /** As stored: in filter syntax, with placeholders as values. */
  value: string
  columns: readonly StepColumn[]
  around: StepSurroundings
  error: string | undefined
  onChange: (filter: string) => void
}

const newLine: FilterLine = { field: '', operator: '=', value: '' }

/** The filter of a request: conditions with bound values, or text if it is not a list of conditions. */
export function FilterField({ value, columns, around, error, onChange }: FilterFieldProps) {
  /** Also lines without a field, which are not part of the filter. */
  const [shown, setShown] = useState(() => ({ filter: value, read: readFilterLines(value) }))
  const { read } = shown.filter === value ? shown : { read: readFilterLines(value) }
  if (read === null)
    return (
      <PlaceholderField
        label={t.filter}
        help={t.filterHelp}
        placeholders={around.placeholders}
        value={value}
        error={error}
        onChange={onChange}
      />
    )
  const change = (next: FilterLines) => {
    const filter = printFilterLines(next)
    setShown({ filter, read: next })
    if (filter !== value) onChange(filter)
  }
  const { join, lines } = read
  const compared = columns.map(
    ({ name, type }): ComparedColumn => ({ name, label: name, kind: comparedKind(type), values: [] }),
  )
  const set = (at: number, line: Partial<FilterLine>) =>
    change({ join, lines: lines.map((each, place) => (place === at ? { ...each, ...line } : each)) })
  return (
    <Stack as="fieldset" gap={2} className={styles.group}>
      <legend>{t.filter}</legend>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
        <div key={at} className={styles.condition}>
          <Row className={styles.join}>
            {at === 0 ? (
              <Text as="span" tone="muted" size="sm">
                {t.whereWord}
              </Text>
            ) : (
              <Button
                size="small"
                variant="quiet"
                onClick={() => change({ join: join === 'and' ? 'or' : 'and', lines })}
              >
                {join === 'and' ? t.andWord : t.orWord}
              </Button>
            )}
          </Row>
          <ConditionFields
            labelHidden
            labels={{
              field: t.fieldOfCondition({ number: at + 1 }),
              operator: t.operatorOfCondition({ number: at + 1 }),
              value: t.valueOfCondition({ number: at + 1 }),
            }}
            columns={compared}
            condition={line}
            valueField={
              <PlaceholderField
                label={t.valueOfCondition({ number: at + 1 })}
                labelHidden
                whole
                placeholder={/\bin$/.test(line.operator) ? conditionWords.listOfValues : tabWords.value}
                placeholders={around.placeholders}
                newParameter={
                  line.field === ''
                    ? undefined
                    : {
                        name: line.field,
                        declare: () =>
                          around.declare(line.field, columns.find(({ name }) => name === line.field)?.type),
                      }
                }
                value={line.value}
                onChange={(text) => set(at, { value: text })}
              />
            }
            onChange={({ operator, ...change }) =>
              set(at, { ...change, ...(isLineOperator(operator) && { operator }) })
            }
          />
          <IconButton
            label={t.removeCondition({ number: at + 1 })}
            danger
            icon={<IconTrash />}
            onClick={() => change({ join, lines: lines.toSpliced(at, 1) })}
          />
        </div>
      ))}
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
      <Row>
        <Button size="small" icon={<IconPlus />} onClick={() => change({ join, lines: [...lines, newLine] })}>
          {t.addCondition}
        </Button>
      </Row>
    </Stack>
  )
}
