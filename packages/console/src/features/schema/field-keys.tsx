import type { FieldSchema } from '@millwright/contract/wire/table-schema'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { FieldControls, FlagMember } from './field-form.ts'
import { openProperties } from './field-types.ts'
import { NameSelect } from './name-select.tsx'
import styles from './schema.module.css'
import { tableQuery, tablesQuery } from './schema-queries.ts'

interface FieldKeysProps extends FieldControls {
  service: string
  table: string
  ownFields: readonly FieldSchema[]
  keyOpen: boolean
}

const actions = ['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT']
const asDatabase = 'as the database does'

/** How rows are found and told apart by a field, and where it leads. */
export function FieldKeys({ draft, errors, set, service, table, ownFields, keyOpen }: FieldKeysProps) {
  const open = openProperties(draft)
  const tables = useQuery({ ...tablesQuery(service), enabled: open.ref_table })
  const isOwn = draft.ref_table === table
  const target = useQuery({ ...tableQuery(service, draft.ref_table), enabled: open.ref_field && !isOwn })
  const check = (member: FlagMember) => ({
    checked: draft[member],
    onChange: (value: boolean) => set(member, value),
    error: errors[member],
  })
  const action = (label: string, member: 'ref_on_update' | 'ref_on_delete') => (
    <SelectField
      label={label}
      disabled={!open.ref_field}
      value={draft[member] === '' ? asDatabase : draft[member].toUpperCase()}
      onChange={(value) => set(member, value === asDatabase ? '' : value)}
      options={[asDatabase, ...actions].map((value) => ({ value, label: value }))}
      error={errors[member]}
    />
  )
  return (
    <>
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox label="Indexed" {...check('is_index')} />
        <Checkbox label="Unique" {...check('is_unique')} />
        <Checkbox
          label="Primary Key"
          disabled={!keyOpen}
          help={keyOpen ? undefined : 'Chosen when a table is created.'}
          {...check('is_primary_key')}
        />
        <Checkbox
          label="Foreign Key"
          {...check('is_foreign_key')}
          checked={draft.is_foreign_key || draft.type === 'reference'}
          disabled={draft.type === 'reference'}
        />
      </Row>
      <div className={styles.wideGrid}>
        <NameSelect
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
          error={errors.ref_table}
        />
        <NameSelect
          label="Reference Field"
          disabled={!open.ref_field}
          names={(isOwn ? ownFields : (target.data?.field ?? [])).map(({ name }) => name)}
          loading={target.isFetching}
          failed={target.error}
          value={draft.ref_field}
          onChange={(name) => set('ref_field', name)}
          error={errors.ref_field}
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
