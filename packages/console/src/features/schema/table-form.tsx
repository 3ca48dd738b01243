import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sameValue } from '../../widgets/editor-frame/draft.ts'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import { fieldColumns, relationColumns } from './member-columns.ts'
import { MemberTable } from './member-table.tsx'
import styles from './schema.module.css'
import type { TableForm } from './table-draft.ts'

interface TableFieldsProps {
  form: FormFields<TableForm>
  isNew: boolean
  /** Shown, not changed: a view. */
  isView: boolean
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
  const { isNew, writeBlock } = props
  const { draft, before, problem, set, field } = props.form
  const errors = problem.fields
  const unsavedField = (name: string) => isUnsaved(before.field, draft.field, name)
  const unsavedRelation = (name: string) => isUnsaved(before.related, draft.related, name)
  return (
    <Stack gap={5}>
      {props.isView ? (
        <Banner tone="info">This is a view: its labels can be changed here, its fields only in the database.</Banner>
      ) : null}
      <div className={styles.grid}>
        <TextField {...field('name')} label="Table Name" required={isNew} mono spellCheck={false} disabled={!isNew} />
        <TextField
          {...field('alias')}
          label="Alias"
          mono
          spellCheck={false}
          help="Records are reached by this name instead."
        />
        <SelectField
          {...field('name_field')}
          label="Name Field"
          placeholder="(none)"
          help="Shown as the name of a record."
          onChange={(name) => set('name_field', name === none ? '' : name)}
          options={[
            ...(draft.name_field === '' ? [] : [{ value: none, label: '(none)' }]),
            ...withChosen(
              draft.field.map(({ name }) => name),
              draft.name_field,
            ).map((name) => ({ value: name, label: name })),
          ]}
        />
        <TextField {...field('label')} label="Label" />
        <TextField {...field('plural')} label="Plural Label" />
        <TextField {...field('description')} label="Description" />
      </div>
      <Stack as="section" gap={3} shrink aria-label="Fields">
        <Row as="header" gap={2} justify="between" wrap>
          <h3>
            Fields <span className={styles.count}>{draft.field.length}</span>
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
          rows={draft.field}
          sorting={{ column: 'type', descending: true }}
          onOpen={({ name }) => props.onOpenField(name)}
          onRemove={({ name }) => props.onRemoveField(name)}
          keeps={() => (isNew ? null : writeBlock)}
          isUnsaved={({ name }) => !isNew && unsavedField(name)}
          empty="No fields yet. A table needs at least one."
        />
      </Stack>
      <Stack as="section" gap={3} shrink aria-label="Relationships">
        <Row as="header" gap={2} justify="between" wrap>
          <h3>
            Relationships <span className={styles.count}>{draft.related.length}</span>
          </h3>
          <Button
            size="small"
            icon={<IconPlus />}
            disabledReason={isNew ? 'Save the table first to add relationships.' : writeBlock}
            onClick={props.onAddRelation}
          >
            Add Virtual Relationship
          </Button>
        </Row>
        {errors.related ? <Banner tone="danger">{errors.related}</Banner> : null}
        <MemberTable
          label="Relationships"
          one="relationship"
          columns={relationColumns(draft.name)}
          rows={[...draft.related].sort((a, b) => a.name.localeCompare(b.name))}
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
              : 'No relationships yet.'
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
