import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sameValue } from '../../widgets/editor-frame/draft.ts'
import { fieldColumns, relationColumns } from './member-columns.ts'
import { MemberTable } from './member-table.tsx'
import styles from './schema.module.css'
import type { TableForm } from './table-draft.ts'

interface TableFieldsProps {
  form: TableForm
  before: TableForm
  isNew: boolean
  /** Shown, not changed: a view. */
  isView: boolean
  errors: Readonly<Record<string, string | undefined>>
  set: <K extends keyof TableForm & string>(member: K, value: TableForm[K]) => void
  writeBlock: string | null
  onAddField: () => void
  onOpenField: (name: string) => void
  onRemoveField: (name: string) => void
  onAddRelation: () => void
  onOpenRelation: (name: string) => void
  onRemoveRelation: (name: string) => void
  children?: ReactNode
}

/** Table mode: what the table is called, its fields, its relations. */
export function TableFields(props: TableFieldsProps) {
  const { form, before, errors, set, isNew, writeBlock } = props
  const text = (member: 'alias' | 'label' | 'plural' | 'description') => ({
    value: form[member],
    onChange: (value: string) => set(member, value),
    error: errors[member],
  })
  const unsavedField = (name: string) => isUnsaved(before.field, form.field, name)
  const unsavedRelation = (name: string) => isUnsaved(before.related, form.related, name)
  return (
    <Stack gap={5}>
      {props.isView ? (
        <Banner tone="info">This is a view: its labels can be changed here, its fields only in the database.</Banner>
      ) : null}
      <div className={styles.grid}>
        <TextField
          label="Table Name"
          required={isNew}
          mono
          spellCheck={false}
          disabled={!isNew}
          value={form.name}
          onChange={(name) => set('name', name)}
          error={errors.name}
        />
        <TextField
          label="Alias"
          mono
          spellCheck={false}
          help="Records are reached by this name instead."
          {...text('alias')}
        />
        <SelectField
          label="Name Field"
          placeholder="(none)"
          help="Names a record where one is shown."
          value={form.name_field}
          onChange={(name) => set('name_field', name === none ? '' : name)}
          options={[
            ...(form.name_field === '' ? [] : [{ value: none, label: '(none)' }]),
            ...withChosen(
              form.field.map(({ name }) => name),
              form.name_field,
            ).map((name) => ({ value: name, label: name })),
          ]}
          error={errors.name_field}
        />
        <TextField label="Label" {...text('label')} />
        <TextField label="Plural Label" {...text('plural')} />
        <TextField label="Description" {...text('description')} />
      </div>
      <Stack as="section" gap={3} shrink aria-label="Fields">
        <Row as="header" gap={2} justify="between" wrap>
          <h3>
            Fields <span className={styles.count}>{form.field.length}</span>
          </h3>
          <Button
            size="small"
            icon={<IconPlus />}
            disabledReason={isNew ? null : writeBlock}
            onClick={props.onAddField}
          >
            Add Field
          </Button>
        </Row>
        {errors.field ? <Banner tone="danger">{errors.field}</Banner> : null}
        <MemberTable
          label="Fields"
          one="field"
          columns={fieldColumns}
          rows={form.field}
          sorting={{ column: 'type', descending: true }}
          onOpen={({ name }) => props.onOpenField(name)}
          onRemove={({ name }) => props.onRemoveField(name)}
          keeps={() => (isNew ? null : writeBlock)}
          isUnsaved={({ name }) => !isNew && unsavedField(name)}
          empty="There are no fields yet. A table needs at least one."
        />
      </Stack>
      <Stack as="section" gap={3} shrink aria-label="Relationships">
        <Row as="header" gap={2} justify="between" wrap>
          <h3>
            Relationships <span className={styles.count}>{form.related.length}</span>
          </h3>
          <Button
            size="small"
            icon={<IconPlus />}
            disabledReason={isNew ? 'Save the table first; then it can be related to others.' : writeBlock}
            onClick={props.onAddRelation}
          >
            Add Virtual Relationship
          </Button>
        </Row>
        {errors.related ? <Banner tone="danger">{errors.related}</Banner> : null}
        <MemberTable
          label="Relationships"
          one="relationship"
          columns={relationColumns(form.name)}
          rows={[...form.related].sort((a, b) => a.name.localeCompare(b.name))}
          sorting={{ column: 'none', descending: false }}
          onOpen={({ name }) => props.onOpenRelation(name)}
          onRemove={({ name }) => props.onRemoveRelation(name)}
          keeps={({ is_virtual }) =>
            is_virtual ? writeBlock : 'It follows from a foreign key of the database, and goes when that goes.'
          }
          isUnsaved={({ name }) => unsavedRelation(name)}
          empty={
            isNew
              ? 'Relations follow from the foreign keys of the fields. Others can be added once the table is saved.'
              : 'Nothing leads from here to another table yet.'
          }
        />
      </Stack>
      {props.children}
    </Stack>
  )
}

const none = '(none)'

function isUnsaved<T extends { readonly name: string }>(
  before: readonly T[],
  after: readonly T[],
  name: string,
): boolean {
  const named = (rows: readonly T[]) => rows.find((row) => row.name === name)
  return !sameValue(named(before), named(after))
}

function withChosen(names: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
}
