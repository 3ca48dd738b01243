import type { FieldSchema } from '@millwright/contract/wire/table-schema'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import type { FieldForm } from './field-form.ts'
import { openProperties } from './field-types.ts'
import { NameSelect } from './name-select.tsx'
import styles from './schema.module.css'
import { tableQuery, tablesQuery } from './schema-queries.ts'

interface FieldKeysProps {
  form: FormFields<FieldForm>
  service: string
  table: string
  ownFields: readonly FieldSchema[]
  keyOpen: boolean
}

const actions = ['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT']
const asDatabase = 'as the database does'

/** How rows are found and told apart by a field, and where it leads. */
export function FieldKeys({ form, service, table, ownFields, keyOpen }: FieldKeysProps) {
  const { draft, set, field } = form
  const open = openProperties(draft)
  const tables = useQuery({ ...tablesQuery(service), enabled: open.ref_table })
  const isOwn = draft.ref_table === table
  const target = useQuery({ ...tableQuery(service, draft.ref_table), enabled: open.ref_field && !isOwn })
  const action = (label: string, member: 'ref_on_update' | 'ref_on_delete') => (
    <SelectField
      {...field(member)}
      label={label}
      disabled={!open.ref_field}
      value={draft[member] === '' ? asDatabase : draft[member].toUpperCase()}
      onChange={(value) => set(member, value === asDatabase ? '' : value)}
      options={[asDatabase, ...actions].map((value) => ({ value, label: value }))}
    />
  )
  return (
    <>
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox {...field('is_index')} label="Indexed" />
        <Checkbox {...field('is_unique')} label="Unique" />
        <Checkbox
          {...field('is_primary_key')}
          label="Primary Key"
          disabled={!keyOpen}
          help={keyOpen ? undefined : 'Chosen when a table is created.'}
        />
        <Checkbox
          {...field('is_foreign_key')}
          label="Foreign Key"
          value={draft.is_foreign_key || draft.type === 'reference'}
          disabled={draft.type === 'reference'}
        />
      </Row>
      <div className={styles.wideGrid}>
        <NameSelect
          {...field('ref_table')}
          label="Reference Table"
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
          }}
        />
        <NameSelect
          {...field('ref_field')}
          label="Reference Field"
          disabled={!open.ref_field}
          names={(isOwn ? ownFields : (target.data?.field ?? [])).map(({ name }) => name)}
          loading={target.isFetching}
          failed={target.error}
        />
        {action('On Update', 'ref_on_update')}
        {action('On Delete', 'ref_on_delete')}
      </div>
    </>
  )
}

function withOwn(names: readonly string[], own: string): readonly string[] {
  return own === '' || names.includes(own) ? names : [...names, own]
}
