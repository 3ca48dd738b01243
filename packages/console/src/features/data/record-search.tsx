import { useRef } from 'react'
import { SearchBox } from '../../widgets/list/record-list/search-box.tsx'
import styles from './data.module.css'
import { labelOf } from './field-kind.ts'
import { dataMessages } from './messages.ts'
import type { WireField } from './wire-table.ts'

interface RecordSearchProps {
  /** The searched fields; at least one. */
  fields: readonly WireField[]
  value: string
  onSearch: (text: string) => void
  onDown: () => void
}

/** Searches records by their text fields, and names these. */
export function RecordSearch({ fields, ...box }: RecordSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const [first, second, ...more] = fields.map(labelOf)
  const some = [first, ...(second === undefined ? [] : [more.length === 0 ? second : `${second}, …`])].join(', ')
  return (
    <div className={styles.search} title={dataMessages.searchesFieldsHelp({ fields: fields.map(labelOf).join(', ') })}>
      <SearchBox
        {...box}
        label={dataMessages.searchRecords}
        placeholder={dataMessages.searchInFields({ fields: some })}
        delay={400}
        inputRef={input}
      />
    </div>
  )
}
