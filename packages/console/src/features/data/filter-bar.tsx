import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { GridSort } from '../../widgets/data-grid/grid-source.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { kindOf, labelOf } from './field-kind.ts'
import styles from './filter-bar.module.css'
import { dataMessages } from './messages.ts'
import {
  type Condition,
  conditionProblem,
  needsValue,
  type Operator,
  operatorLabels,
  operatorsOf,
} from './record-filter.ts'
import type { TableDescription } from './table-description.ts'

interface FilterBarProps {
  table: TableDescription
  conditions: readonly Condition[]
  sort: GridSort | null
  onApply: (conditions: readonly Condition[]) => void
  /** Removes filter and order. */
  onRemove: () => void
}

/** The conditions of the filter, all of which must hold, with a control to add one. */
export function FilterBar({ table, conditions, sort, onApply, onRemove }: FilterBarProps) {
  const fields = table.fields.filter((field) => !field.is_virtual)
  const [name, setName] = useState('')
  const [operator, setOperator] = useState<Operator>('contains')
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = fields.find((one) => one.name === name)
  const labels = new Map(table.fields.map((one) => [one.name, labelOf(one)]))

  const choose = (chosen: string) => {
    const next = fields.find((one) => one.name === chosen)
    const [first] = next ? operatorsOf(next) : []
    setName(chosen)
    setOperator(first ?? 'contains')
    setValue(next && kindOf(next) === 'boolean' ? 'TRUE' : '')
    setProblem(null)
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!field) return setProblem(dataMessages.filterFieldMissing)
    const condition = { field: name, operator, value: needsValue(operator) ? value.trim() : '' }
    const wrong = conditionProblem(field, condition)
    setProblem(wrong)
    if (wrong !== null) return
    onApply([...conditions, condition])
    choose('')
  }
  return (
    <section className={styles.filters} aria-label={dataMessages.filters}>
      <Row as="form" gap={3} align="start" wrap className={styles.filterForm} onSubmit={apply}>
        <SelectField
          label={dataMessages.filterByLabel}
          value={name}
          placeholder={dataMessages.chooseAField}
          options={fields.map((one) => ({ value: one.name, label: labelOf(one) }))}
          onChange={choose}
        />
        <SelectField
          label={dataMessages.operator}
          value={operator}
          options={(field ? operatorsOf(field) : [operator]).map((one) => ({ value: one, label: operatorLabels[one] }))}
          onChange={setOperator}
        />
        {!needsValue(operator) ? null : field && kindOf(field) === 'boolean' ? (
          <SelectField
            label={tabWords.value}
            value={value}
            options={['TRUE', 'FALSE'].map((word) => ({ value: word, label: word }))}
            onChange={setValue}
          />
        ) : (
          <TextField label={tabWords.value} value={value} error={problem} onChange={setValue} />
        )}
        <div className={styles.filterButtons}>
          <Button type="submit">{dataMessages.apply}</Button>
          <Button
            variant="quiet"
            disabledReason={conditions.length === 0 && sort === null && dataMessages.noFilterOrder}
            onClick={onRemove}
          >
            {dataMessages.remove}
          </Button>
        </div>
      </Row>
      {conditions.length > 0 ? (
        <Row as="ul" gap={2} align="stretch" wrap aria-label={dataMessages.conditions}>
          {conditions.map((condition, at) => {
            const words = `${labels.get(condition.field) ?? condition.field} ${operatorLabels[condition.operator]} ${condition.value}`
            return (
              <li key={`${condition.field} ${condition.operator} ${condition.value}`}>
                <button
                  type="button"
                  className={styles.chip}
                  aria-label={dataMessages.removeCondition({ condition: words.trim() })}
                  onClick={() => onApply(conditions.filter((_, other) => other !== at))}
                >
                  {words} <IconX size={14} aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </Row>
      ) : null}
    </section>
  )
}
