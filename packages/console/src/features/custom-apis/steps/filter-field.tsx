import { useState } from 'react'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { type ComparedColumn, comparedKind } from '../../../widgets/access/condition/compared-column.ts'
import { ConditionLines, type Conditions } from '../../../widgets/access/condition/condition-lines.tsx'
import { t as conditionWords } from '../../../widgets/access/condition/opened/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import { printFilterLines, readFilterLines } from '../plan/filter-lines.ts'
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
  const change = (next: Conditions) => {
    const filter = printFilterLines(next)
    setShown({ filter, read: next })
    if (filter !== value) onChange(filter)
  }
  const compared = columns.map(
    ({ name, type }): ComparedColumn => ({ name, label: name, kind: comparedKind(type), values: [] }),
  )
  return (
    <Stack as="fieldset" gap={2} className={styles.group}>
      <legend>{t.filter}</legend>
      <ConditionLines
        value={read}
        columns={compared}
        valueField={({ field, operator, value: text }, label, write) => (
          <PlaceholderField
            label={label}
            labelHidden
            whole
            placeholder={/\bin$/.test(operator) ? conditionWords.listOfValues : tabWords.value}
            placeholders={around.placeholders}
            newParameter={
              field === ''
                ? undefined
                : {
                    name: field,
                    declare: () => around.declare(field, columns.find(({ name }) => name === field)?.type),
                  }
            }
            value={text}
            onChange={write}
          />
        )}
        onChange={change}
      />
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
    </Stack>
  )
}
