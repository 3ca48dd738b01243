import { type FieldSchema, returnTypes } from '@millwright/contract/wire/table-schema'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tablesQuery } from '../../instance/service-tables.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormProblem } from '../../widgets/editor-frame/form-problem.ts'
import { RecordForm } from '../../widgets/editor-frame/record-form.tsx'
import type { CheckNotice, Form, FormFields } from '../../widgets/editor-frame/use-form.ts'
import { DbFunctions } from './db-functions.tsx'
import { fieldLabels, toFieldForm } from './field-draft.ts'
import type { FieldForm } from './field-form.ts'
import { manualType, openProperties, typeOptions } from './field-types.ts'
import { schemaMessages } from './messages.ts'
import { NameSelect } from './name-select.tsx'
import styles from './schema.module.css'
import { tableQuery } from './schema-queries.ts'
import { ValidationEditor } from './validation-editor.tsx'

interface FieldEditorProps {
  service: string
  table: string
  /** For references of the table to itself. */
  ownFields: readonly FieldSchema[]
  form: Form<FieldSchema, FieldForm>
  /** The name can be chosen. */
  nameOpen: boolean
  /** The primary key can be chosen: the table is not there yet. */
  keyOpen: boolean
  saveLabel: string
  onClose: () => void
  footer?: ReactNode
}

/** Every property of a field; those that make no sense beside the others are shown and cannot be used. */
export function FieldEditor(props: FieldEditorProps) {
  const { form } = props
  return (
    <RecordForm
      editor={form}
      declaration={{ labels: fieldLabels, toDraft: toFieldForm }}
      one="field"
      saveLabel={props.saveLabel}
      onClose={props.onClose}
      sections={[
        {
          id: 'field',
          label: schemaMessages.fieldLabel,
          fields: Object.keys(fieldLabels),
          content: (
            <Stack gap={5}>
              <FieldBasics form={form} nameOpen={props.nameOpen} />
              <FieldKeys
                form={form}
                service={props.service}
                table={props.table}
                ownFields={props.ownFields}
                keyOpen={props.keyOpen}
              />
              <ValidationEditor
                text={form.draft.validation}
                error={form.problem.fields.validation}
                onChange={(text) => form.set('validation', text)}
              />
              <DbFunctions
                functions={form.draft.db_function}
                error={form.problem.fields.db_function}
                onChange={(functions) => form.set('db_function', functions)}
              />
              {props.footer}
            </Stack>
          ),
        },
      ]}
    />
  )
}

/** What of a refused field is told as a notification too: what people know as one. */
export function fieldNotice({ fields }: FormProblem): CheckNotice | null {
  const known = [schemaMessages.fieldIncomplete, schemaMessages.fieldExists]
  const text = Object.values(fields).find((message) => known.includes(message))
  return text === undefined ? null : { title: schemaMessages.module, text }
}

interface FieldBasicsProps {
  form: FormFields<FieldForm>
  nameOpen: boolean
}

/** What a field is called, what it holds, and what stands in it when nothing is given. */
function FieldBasics({ form, nameOpen }: FieldBasicsProps) {
  const { draft, set, field } = form
  const open = openProperties(draft)
  const makeVirtual = (virtual: boolean) => {
    set('is_virtual', virtual)
    const fits = virtual ? (returnTypes as readonly string[]).includes(draft.type) : draft.type !== ''
    if (!fits) set('type', 'string')
  }
  return (
    <>
      <div className={styles.grid}>
        <TextField
          {...field('name')}
          label={schemaMessages.name}
          required
          mono
          spellCheck={false}
          disabled={!nameOpen}
        />
        <TextField {...field('alias')} label={schemaMessages.alias} mono spellCheck={false} />
        <TextField {...field('label')} label={schemaMessages.label} />
      </div>
      <TextField {...field('description')} label={schemaMessages.description} />
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox
          {...field('is_virtual')}
          label={schemaMessages.isVirtual}
          help={schemaMessages.computedByAFunctionBelow}
          onChange={makeVirtual}
        />
        <Checkbox {...field('is_aggregate')} label={schemaMessages.isAggregate} disabled={!open.is_aggregate} />
      </Row>
      <div className={styles.grid}>
        <SelectField
          {...field('type')}
          label={schemaMessages.type}
          required
          options={typeOptions(draft.is_virtual, draft.type)}
        />
        <TextField
          {...field('db_type')}
          label={schemaMessages.databaseType}
          mono
          spellCheck={false}
          disabled={!open.db_type}
          help={draft.type === manualType ? schemaMessages.passedToTheDatabaseUnchanged : undefined}
        />
        <TextField {...field('length')} label={schemaMessages.length} inputMode="numeric" disabled={!open.length} />
        <TextField
          {...field('precision')}
          label={schemaMessages.precision}
          inputMode="numeric"
          disabled={!open.precision}
        />
        <TextField {...field('scale')} label={schemaMessages.scale} inputMode="numeric" disabled={!open.precision} />
      </div>
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox {...field('fixed_length')} label={schemaMessages.fixedLength} disabled={!open.fixed_length} />
        <Checkbox
          {...field('supports_multibyte')}
          label={schemaMessages.supportsMultibyte}
          disabled={!open.fixed_length}
        />
        <Checkbox {...field('allow_null')} label={schemaMessages.allowNull} />
        <Checkbox {...field('auto_increment')} label={schemaMessages.autoIncrement} />
      </Row>
      <div className={styles.wideGrid}>
        <Stack gap={3}>
          <TextField
            {...field('default')}
            label={schemaMessages.defaultValue}
            mono={draft.computed}
            spellCheck={false}
          />
          <Checkbox
            {...field('computed')}
            label={schemaMessages.defaultIsAnExpression}
            help={schemaMessages.suchAsCurrentTimestampThe}
          />
        </Stack>
        {open.picklist ? (
          <TextField
            {...field('picklist')}
            label={schemaMessages.picklist}
            help={schemaMessages.valuesWithCommasBetweenThey}
          />
        ) : null}
      </div>
    </>
  )
}

interface FieldKeysProps {
  form: FormFields<FieldForm>
  service: string
  table: string
  ownFields: readonly FieldSchema[]
  keyOpen: boolean
}

const actions = ['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT']
/** The choice that names no action. */
const asDatabase = 'as-database'

/** How rows are found and told apart by a field, and where it leads. */
function FieldKeys({ form, service, table, ownFields, keyOpen }: FieldKeysProps) {
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
      options={[
        { value: asDatabase, label: schemaMessages.asTheDatabaseDoes },
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
          help={keyOpen ? undefined : schemaMessages.chosenWhenATableIs}
        />
        <Checkbox
          {...field('is_foreign_key')}
          label={schemaMessages.foreignKey}
          value={draft.is_foreign_key || draft.type === 'reference'}
          disabled={draft.type === 'reference'}
        />
      </Row>
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
          }}
        />
        <NameSelect
          {...field('ref_field')}
          label={schemaMessages.referenceField}
          disabled={!open.ref_field}
          names={(isOwn ? ownFields : (target.data?.field ?? [])).map(({ name }) => name)}
          loading={target.isFetching}
          failed={target.error}
        />
        {action(schemaMessages.onUpdate, 'ref_on_update')}
        {action(schemaMessages.onDelete, 'ref_on_delete')}
      </div>
    </>
  )
}

function withOwn(names: readonly string[], own: string): readonly string[] {
  return own === '' || names.includes(own) ? names : [...names, own]
}
