import { Banner } from '../../ui/banner.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './import.module.css'
import { misfits, printed, unmappedFields } from './import-plan.ts'
import type { ImportChoices, ImportField, ImportTarget } from './import-target.ts'
import type { TableFile } from './table-file.ts'

interface ImportMappingProps {
  target: ImportTarget
  file: TableFile
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
}

/** Which column of a file goes to which field, and what is to be done with the records. */
export function ImportMapping({ target, file, choices, onChange }: ImportMappingProps) {
  const fields = target.fields.filter(({ updateOnly }) => choices.mode === 'update' || !updateOnly)
  const missing = unmappedFields({ target, ...choices })
  return (
    <>
      <div className={styles.choices}>
        {target.key.length > 0 ? (
          <SelectField
            label="Records of the file"
            value={choices.mode}
            options={[
              { value: 'create', label: 'are new' },
              { value: 'update', label: 'update those with the same key' },
            ]}
            onChange={(mode) => onChange({ ...choices, mode })}
          />
        ) : null}
        <SelectField
          label="Empty cells"
          value={choices.empty}
          options={[
            { value: 'null', label: 'are NULL where allowed' },
            { value: 'left-out', label: 'are left out' },
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
      {missing.length > 0 ? (
        <Banner
          tone="warning"
          title={`${missing.length === 1 ? 'A required field has' : 'Required fields have'} no column`}
        >
          {missing.map(({ label }) => label).join(', ')}. Choose below which column{' '}
          {missing.length === 1 ? 'it comes' : 'each comes'} from.
        </Banner>
      ) : null}
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
                  options={optionsOf(fields, missing)}
                  error={misfitWords(file, at, fields, choices)}
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

function optionsOf(fields: readonly ImportField[], missing: readonly ImportField[]) {
  const mark = (field: ImportField) => (missing.includes(field) ? ', required' : '')
  return [
    { value: '', label: '— skip column —' },
    ...fields.map((field) => ({ value: field.name, label: `${field.label} (${field.hint}${mark(field)})` })),
  ]
}

function misfitWords(file: TableFile, at: number, fields: readonly ImportField[], choices: ImportChoices) {
  const field = fields.find(({ name }) => name === choices.mapping[at])
  const found = field ? misfits(file, at, field, choices.empty) : null
  return found && `${found.count} of the first ${found.of}: ${found.problem}`
}

function exampleOf({ sample }: TableFile, at: number): string {
  const texts = sample.map(({ values }) => printed(values[at]) ?? '')
  return texts.find((text) => text !== '')?.slice(0, 80) ?? ''
}
