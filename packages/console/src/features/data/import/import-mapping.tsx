import { stringifyExact } from '@millwright/contract/wire/exact-json'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { labelOf } from '../field-kind.ts'
import type { TableDescription } from '../table-description.ts'
import styles from '../transfer.module.css'
import { type ImportChoices, writableFields } from './import-plan.ts'
import type { TableFile } from './table-file.ts'

interface ImportMappingProps {
  table: TableDescription
  file: TableFile
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
}

/** Which column of a file goes to which field, and what is to be done with the records. */
export function ImportMapping({ table, file, choices, onChange }: ImportMappingProps) {
  const fields = writableFields(table).map((field) => ({ value: field.name, label: labelOf(field) }))
  const options = [{ value: '', label: '— left out —' }, ...fields]
  return (
    <>
      <div className={styles.choices}>
        <SelectField
          label="Records of the file"
          value={choices.mode}
          options={[
            { value: 'create', label: 'are new' },
            { value: 'update', label: 'update those with the same key' },
          ]}
          onChange={(mode) => onChange({ ...choices, mode })}
        />
        <SelectField
          label="Empty cells"
          value={choices.empty}
          options={[
            { value: 'null', label: 'are NULL where that is possible' },
            { value: 'left-out', label: 'are left out, for the database to fill in' },
            { value: 'text', label: 'are empty texts' },
          ]}
          onChange={(empty) => onChange({ ...choices, empty })}
        />
        <SelectField
          label="When a record is refused"
          value={choices.keep}
          options={[
            { value: 'good', label: 'keep the others' },
            { value: 'all', label: 'keep nothing' },
          ]}
          onChange={(keep) => onChange({ ...choices, keep })}
        />
      </div>
      <table className={styles.mapping}>
        <thead>
          <tr>
            <th scope="col">Column of the file</th>
            <th scope="col">For example</th>
            <th scope="col">Field</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have one name
            <tr key={at}>
              <td title={column}>{column || `Column ${at + 1}`}</td>
              <Text as="td" tone="muted" size="sm" mono>
                {exampleOf(file, at)}
              </Text>
              <td>
                <SelectField
                  label={`Field for ${column || `column ${at + 1}`}`}
                  labelHidden
                  value={choices.mapping[at] ?? ''}
                  options={options}
                  onChange={(name) => onChange({ ...choices, mapping: choices.mapping.with(at, name || null) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function exampleOf(file: TableFile, at: number): string {
  const value = file.sample
    .map(({ values }) => values[at])
    .find((one) => one !== undefined && one !== null && one !== '')
  return value === undefined ? '' : String(typeof value === 'object' ? stringifyExact(value) : value)
}
