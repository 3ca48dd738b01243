import { Banner } from '../../../ui/banner.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import styles from './import.module.css'
import { misfits, printed, unmappedFields } from './import-plan.ts'
import type { ImportChoices, ImportField, ImportTarget } from './import-target.ts'
import { t } from './messages.ts'
import type { TableFile } from './table-file.ts'

interface ImportMappingProps {
  target: ImportTarget
  file: TableFile
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
}

/** Maps the columns of a file to fields, with the options of the import. */
export function ImportMapping({ target, file, choices, onChange }: ImportMappingProps) {
  const fields = target.fields.filter(({ updateOnly }) => choices.mode === 'update' || !updateOnly)
  const missing = unmappedFields({ target, ...choices })
  return (
    <>
      <div className={styles.choices}>
        {target.key.length > 0 ? (
          <SelectField
            label={t.mode}
            value={choices.mode}
            options={[
              { value: 'create', label: t.createRecords },
              { value: 'update', label: t.updateRecords },
            ]}
            onChange={(mode) => onChange({ ...choices, mode })}
          />
        ) : null}
        <SelectField
          label={t.emptyCells}
          value={choices.empty}
          options={[
            { value: 'null', label: t.nullWhereAllowed },
            { value: 'left-out', label: t.leaveOut },
            { value: 'text', label: t.emptyText },
          ]}
          onChange={(empty) => onChange({ ...choices, empty })}
        />
        <SelectField
          label={t.refusedRecordLabel}
          value={choices.keep}
          options={[
            { value: 'good', label: t.keepTheOthers },
            { value: 'all', label: t.keepNothing },
          ]}
          onChange={(keep) => onChange({ ...choices, keep })}
        />
      </div>
      {missing.length > 0 ? (
        <Banner tone="warning" title={t.noColumn({ count: missing.length })}>
          {t.chooseColumns({ fields: missing.map(({ label }) => label).join(', '), count: missing.length })}
        </Banner>
      ) : null}
      <table className={styles.mapping}>
        <thead>
          <tr>
            <th scope="col">{t.fileColumn}</th>
            <th scope="col">{t.forExample}</th>
            <th scope="col">{tabWords.field}</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same name
            <tr key={at}>
              <td title={column}>{column || t.columnNumber({ number: at + 1 })}</td>
              <Text as="td" tone="muted" size="sm" mono>
                {exampleOf(file, at)}
              </Text>
              <td>
                <SelectField
                  label={t.fieldLabel({ column: column || t.columnNumber({ number: at + 1 }) })}
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
  return [
    { value: '', label: t.skipColumn },
    ...fields.map((field) => ({
      value: field.name,
      label: missing.includes(field) ? t.requiredField(field) : t.optionalField(field),
    })),
  ]
}

function misfitWords(file: TableFile, at: number, fields: readonly ImportField[], choices: ImportChoices) {
  const field = fields.find(({ name }) => name === choices.mapping[at])
  const found = field ? misfits(file, at, field, choices.empty) : null
  return found && t.ofTheFirst(found)
}

function exampleOf({ sample }: TableFile, at: number): string {
  const texts = sample.map(({ values }) => printed(values[at]) ?? '')
  return texts.find((text) => text !== '')?.slice(0, 80) ?? ''
}
