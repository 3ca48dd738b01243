import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { type ComparedColumn, comparedKind, isZonedType } from '../../widgets/access/condition/compared-column.ts'
import { ConditionFields, type TypedCondition } from '../../widgets/access/condition/condition-fields.tsx'
import { inOwnZone } from '../../widgets/access/condition/moment-text.ts'
import { operatorWord } from '../../widgets/access/condition/operator-words.ts'
import type { GridSort } from '../../widgets/grid/grid-source.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { kindOf, labelOf } from './field-kind.ts'
import styles from './filter-bar.module.css'
import { dataMessages } from './messages.ts'
import {
  conditionProblem,
  operatorInFilter,
  type RecordCondition,
  type RecordOperator,
  recordOperators,
  takesValue,
} from './record-filter.ts'
import type { TableDescription } from './table-description.ts'
import type { WireField } from './wire-table.ts'

interface FilterBarProps {
  table: TableDescription
  conditions: readonly RecordCondition[]
  sort: GridSort | null
  onApply: (conditions: readonly RecordCondition[]) => void
  /** Removes filter and order. */
  onRemove: () => void
}

const none: TypedCondition = { field: '', operator: 'contains', value: '' }

/** The conditions of the filter, all of which must hold, with a control to add one. */
export function FilterBar({ table, conditions, sort, onApply, onRemove }: FilterBarProps) {
  const fields = table.fields.filter((field) => !field.is_virtual)
  const columns = fields.map(comparedColumn)
  const [typed, setTyped] = useState(none)
  const [problem, setProblem] = useState<string | null>(null)

  const apply = (event: FormEvent) => {
    event.preventDefault()
    const field = fields.find(({ name }) => name === typed.field)
    const operator = operatorNamed(typed.operator)
    if (!field || !operator) return setProblem(dataMessages.filterFieldMissing)
    const condition = { field: field.name, operator, value: takesValue(operator) ? typed.value.trim() : '' }
    const wrong = conditionProblem(field, condition)
    setProblem(wrong)
    if (wrong !== null) return
    onApply([...conditions, condition])
    setTyped(none)
  }
  return (
    <section className={styles.filters} aria-label={dataMessages.filters}>
      <Row as="form" gap={3} align="start" wrap className={styles.filterForm} onSubmit={apply}>
        <ConditionFields
          labels={{ field: dataMessages.filterByLabel, operator: dataMessages.operator, value: tabWords.value }}
          placeholder={dataMessages.chooseAField}
          columns={columns}
          condition={typed}
          error={problem}
          onChange={(change) => {
            setTyped({ ...typed, ...change })
            setProblem(null)
          }}
        />
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
            const column = columns.find(({ name }) => name === condition.field)
            const word = operatorWord(operatorInFilter(condition.operator), column?.kind ?? 'text')
            const words = `${column?.label ?? condition.field} ${word} ${inOwnZone('datetime', condition.value) ?? condition.value}`
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

/** The operator of the name that it has in filters of roles; `=` rather than `is`, which means the same. */
function operatorNamed(name: string): RecordOperator | undefined {
  return recordOperators.find((one) => one !== 'is' && operatorInFilter(one) === name)
}

/** A field as conditions compare it. */
function comparedColumn(field: WireField): ComparedColumn {
  const kind = comparedKind(kindOf(field) === 'json' ? 'json' : (field.type ?? 'string'))
  const values = kind === 'boolean' ? ['TRUE', 'FALSE'] : (field.picklist ?? []).map(String)
  return {
    name: field.name,
    label: labelOf(field),
    kind,
    isZoned: isZonedType(field.type ?? ''),
    values: values.map((value) => ({ value, label: value })),
  }
}
