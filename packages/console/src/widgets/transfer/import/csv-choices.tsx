import { csvDelimiters } from '@millwright/contract/wire/csv-form'
import type { TextEncoding } from '@millwright/contract/wire/text-encoding'
import { SelectField } from '../../../ui/select-field.tsx'
import styles from './import.module.css'
import { t } from './messages.ts'
import type { OpenedFile } from './use-import.ts'

const encodings: readonly TextEncoding[] = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']

/** How a CSV file was recognized to be written; each choice reads it again. */
export function CsvChoices({ file: { form }, encoding, reread }: OpenedFile) {
  if (form === undefined || reread === undefined) return null
  const delimiters = { comma: t.comma, semicolon: t.semicolon, tab: t.tab, pipe: t.pipe }
  const names = Object.keys(delimiters) as (keyof typeof delimiters)[]
  return (
    <section className={styles.choices} aria-label={t.fileForm}>
      <SelectField
        label={t.delimiter}
        value={names.find((name) => csvDelimiters[name] === form.delimiter) ?? 'comma'}
        options={names.map((value) => ({ value, label: delimiters[value] }))}
        onChange={(name) => void reread({ delimiter: csvDelimiters[name] })}
      />
      <SelectField
        label={t.decimalSign}
        value={form.decimalComma ? 'comma' : 'point'}
        options={[
          { value: 'point', label: t.decimalPoint },
          { value: 'comma', label: t.decimalComma },
        ]}
        onChange={(sign) => void reread({ decimalComma: sign === 'comma' })}
      />
      <SelectField
        label={t.firstLine}
        value={form.hasHeader ? 'names' : 'record'}
        options={[
          { value: 'names', label: t.columnNames },
          { value: 'record', label: t.aRecord },
        ]}
        onChange={(first) => void reread({ hasHeader: first === 'names' })}
      />
      {encoding === undefined ? null : (
        <SelectField
          label={t.encoding}
          value={encoding}
          options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(chosen) => void reread({ encoding: chosen })}
        />
      )}
    </section>
  )
}
