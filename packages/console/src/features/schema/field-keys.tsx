import type { FieldSchema } from '@millwright/contract/wire/table-schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tablesQuery } from '../../instance/service-tables.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { typeOfReference } from './field-draft.ts'
import { type FieldForm, openProperties } from './field-form.ts'
import { schemaMessages } from './messages.ts'
import { NameSelect } from './name-select.tsx'
import styles from './schema.module.css'
import { schemaTableQuery } from './schema-queries.ts'

interface FieldKeysProps {
  form: FormFields<FieldForm>
  service: string
  table: string
  ownFields: readonly FieldSchema[]
  keyOpen: boolean
  /** Whether rare properties are shown. */
  whole: boolean
}

const actions = ['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT']
/** The option that specifies no action. */
const asDatabase = 'as-database'

/** Keys, indexes and the reference of a field. */
export function FieldKeys({ form, service, table, ownFields, keyOpen, whole }: FieldKeysProps) {
  const { draft, set, field } = form
  const open = openProperties(draft)
  const tables = useQuery({ ...tablesQuery(service), enabled: open.ref_table })
  const isOwn = draft.ref_table === table
  const target = useQuery({ ...schemaTableQuery(service, draft.ref_table), enabled: open.ref_field && !isOwn })
  const targets = isOwn ? ownFields : (target.data?.field ?? [])
  const refer = (chosen: FieldSchema) => {
    set('ref_field', chosen.name)
    if (draft.type === 'reference') return
    const { type, length, precision, scale } = typeOfReference(chosen)
    set('type', type)
    set('length', length)
    set('precision', precision)
    set('scale', scale)
  }
  // A table that was just chosen is referred to by its key, once that is known.
  const [fresh, setFresh] = useState<string | null>(null)
  useEffect(() => {
    if (fresh !== draft.ref_table || targets.length === 0) return
    setFresh(null)
    const [key, ...others] = targets.filter((each) => each.is_primary_key)
    if (key && others.length === 0 && draft.ref_field === '') refer(key)
  })
  const action = (label: string, member: 'ref_on_update' | 'ref_on_delete') => (
    <SelectField
      {...field(member)}
      label={label}
      disabled={!open.ref_field}
      value={draft[member] === '' ? asDatabase : draft[member].toUpperCase()}
      onChange={(value) => set(member, value === asDatabase ? '' : value)}
      options={[
        { value: asDatabase, label: schemaMessages.databaseDefault },
        ...actions.map((value) => ({ value, label: value })),
      ]}
    />
  )
  return (
    <>
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox {...field('is_index')} label={schemaMessages.indexed} />
        <Checkbox {...field('is_unique')} label={schemaMessages.unique} />
        <Checkbox
          {...field('is_primary_key')}
          label={schemaMessages.primaryKey}
          disabled={!keyOpen}
          help={keyOpen ? undefined : schemaMessages.fixedAtCreation}
        />
        <Checkbox
          {...field('is_foreign_key')}
          label={schemaMessages.foreignKey}
          value={draft.is_foreign_key || draft.type === 'reference'}
          disabled={draft.type === 'reference'}
        />
      </Row>
      {whole || open.ref_table ? (
        <div className={styles.wideGrid}>
          <NameSelect
            {...field('ref_table')}
            label={schemaMessages.referenceTable}
            required={open.ref_table}
            disabled={!open.ref_table}
            names={withOwn(
              (tables.data ?? []).map(({ name }) => name),
              table,
            )}
            loading={tables.isFetching}
            failed={tables.error}
            value={draft.ref_table}
            onChange={(name) => {
              set('ref_table', name)
              set('ref_field', '')
              setFresh(name)
            }}
          />
          <NameSelect
            {...field('ref_field')}
            label={schemaMessages.referenceField}
            disabled={!open.ref_field}
            names={targets.map(({ name }) => name)}
            loading={target.isFetching}
            failed={target.error}
            onChange={(name) => {
              const chosen = targets.find((one) => one.name === name)
              if (chosen) refer(chosen)
              else set('ref_field', name)
            }}
          />
          {whole ? action(schemaMessages.onUpdate, 'ref_on_update') : null}
          {whole ? action(schemaMessages.onDelete, 'ref_on_delete') : null}
        </div>
      ) : null}
    </>
  )
}

function withOwn(names: readonly string[], own: string): readonly string[] {
  return own === '' || names.includes(own) ? names : [...names, own]
}
