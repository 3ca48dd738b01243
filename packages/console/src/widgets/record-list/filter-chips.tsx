import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type Condition, needsValue, wordOf } from './conditions.ts'
import type { FilterColumn } from './declaration.ts'
import styles from './filters.module.css'

interface FilterChipsProps {
  columns: readonly FilterColumn[]
  conditions: readonly Condition[]
  onEdit: (index: number) => void
  onRemove: (index: number) => void
}

export function FilterChips({ columns, conditions, onEdit, onRemove }: FilterChipsProps) {
  return (
    <ul className={styles.chips} aria-label="Filters">
      {conditions.map((condition, index) => {
        const words = conditionWords(condition, columns)
        return (
          <li key={`${condition.field}${condition.operator}${condition.value}`} className={styles.chip}>
            <button type="button" className={styles.words} onClick={() => onEdit(index)} title="Change this filter">
              {words}
            </button>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove filter ${words}`}
              onClick={() => onRemove(index)}
            >
              <IconX aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** A condition as a person says it: `Email contains ann`. */
function conditionWords(condition: Condition, columns: readonly FilterColumn[]): string {
  const column = columns.find(({ field }) => field === condition.field)
  const label = column?.label ?? condition.field
  const word = wordOf(condition.operator, column?.kind ?? 'text')
  if (!needsValue(condition.operator)) return `${label} ${word}`
  if (column?.kind === 'boolean') return `${label} is ${condition.value === 'true' ? 'Yes' : 'No'}`
  return `${label} ${word} ${condition.value}`
}
