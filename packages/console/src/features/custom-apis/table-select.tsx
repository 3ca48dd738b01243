import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../instance/instance-error.ts'
import { tablesQuery } from '../../instance/service-tables.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isSpelledOutName } from '../../widgets/explorer/split/same-words.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'

interface TableSelectProps {
  service: string
  /** Name of the table in `_table`; empty for none. */
  value: string
  required?: boolean
  error?: string | undefined
  onChange: (table: string) => void
}

/** Chooses a table of a service; a text if its tables cannot be listed. */
export function TableSelect({ service, value, required = false, error, onChange }: TableSelectProps) {
  const { data, error: failure } = useQuery({ ...tablesQuery(service), enabled: service !== '' })
  const field = { label: tabWords.table, value, required, error, onChange }
  if (failure && !data) return <TextField {...field} mono spellCheck={false} help={messageOf(failure)} />
  const listed = (data ?? []).map(({ recordsName, label, name }) => ({
    value: recordsName,
    label: isSpelledOutName(name, label) ? recordsName : `${recordsName} (${label})`,
  }))
  const isListed = value === '' || listed.some((option) => option.value === value)
  return (
    <SelectField
      {...field}
      placeholder={t.chooseTable}
      options={isListed ? listed : [{ value, label: value }, ...listed]}
    />
  )
}
