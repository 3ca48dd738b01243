import { IconPlus } from '@tabler/icons-react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sameValue } from '../../widgets/form/editor-frame/draft.ts'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { fieldColumns, relationColumns } from './member-columns.ts'
import { MemberTable } from './member-table.tsx'
import { schemaMessages } from './messages.ts'
import styles from './schema.module.css'
import type { TableForm } from './table-draft.ts'

interface TableFieldsProps {
  form: FormFields<TableForm>
  isNew: boolean
  /** Whether the table is a view, which is read-only. */
  isView: boolean
  writeBlock: string | null
  onAddField: () => void
  onOpenField: (name: string) => void
  onRemoveField: (name: string) => void
  onAddRelation: () => void
  onOpenRelation: (name: string) => void
  onRemoveRelation: (name: string) => void
}

/** Table mode: properties, fields and relations of the table. */
export function TableFields(props: TableFieldsProps) {
  const { isNew, writeBlock } = props
  const { draft, before, problem, set, field } = props.form
  const errors = problem.fields
  const unsavedField = (name: string) => isUnsaved(before.field, draft.field, name)
  const unsavedRelation = (name: string) => isUnsaved(before.related, draft.related, name)
  return (
    <Stack gap={5}>
      {props.isView ? <Banner tone="info">{schemaMessages.viewHelp}</Banner> : null}
      <div className={styles.grid}>
        <TextField
          {...field('name')}
          label={schemaMessages.tableName}
          required={isNew}
          mono
          spellCheck={false}
          disabled={!isNew}
        />
        <TextField
          {...field('alias')}
          label={schemaMessages.alias}
          mono
          spellCheck={false}
          help={schemaMessages.nameHelp}
        />
        <SelectField
          {...field('name_field')}
          label={schemaMessages.nameField}
          placeholder={schemaMessages.none}
          help={schemaMessages.labelHelp}
          onChange={(name) => set('name_field', name === none ? '' : name)}
          options={[
            ...(draft.name_field === '' ? [] : [{ value: none, label: schemaMessages.none }]),
            ...withChosen(
              draft.field.map(({ name }) => name),
              draft.name_field,
            ).map((name) => ({ value: name, label: name })),
          ]}
        />
        <TextField {...field('label')} label={schemaMessages.label} />
        <TextField {...field('plural')} label={schemaMessages.pluralLabel} />
        <TextField {...field('description')} label={tabWords.description} />
      </div>
      <Stack as="section" gap={3} shrink aria-label={schemaMessages.fields}>
        <Row as="header" gap={2} justify="between" wrap>
          <h3>
            {schemaMessages.fields} <span className={styles.count}>{draft.field.length}</span>
          </h3>
          <Button
            size="small"
            icon={<IconPlus />}
            disabledReason={isNew ? null : writeBlock}
            onClick={props.onAddField}
          >
            {schemaMessages.addField}
          </Button>
        </Row>
        {errors.field ? <Banner tone="danger">{errors.field}</Banner> : null}
        <MemberTable
          label={schemaMessages.fields}
          removeLabel={(name) => schemaMessages.deleteField({ name })}
          columns={fieldColumns}
          rows={draft.field}
          sorting={{ column: 'type', descending: true }}
          onOpen={({ name }) => props.onOpenField(name)}
          onRemove={({ name }) => props.onRemoveField(name)}
          keeps={() => (isNew ? null : writeBlock)}
          isUnsaved={({ name }) => !isNew && unsavedField(name)}
          empty={schemaMessages.noFields}
        />
      </Stack>
      <Stack as="section" gap={3} shrink aria-label={schemaMessages.relationships}>
        <Row as="header" gap={2} justify="between" wrap>
          <h3>
            {schemaMessages.relationships} <span className={styles.count}>{draft.related.length}</span>
          </h3>
          <Button
            size="small"
            icon={<IconPlus />}
            disabledReason={isNew ? schemaMessages.saveForRelationships : writeBlock}
            onClick={props.onAddRelation}
          >
            {schemaMessages.addVirtualRelationship}
          </Button>
        </Row>
        {errors.related ? <Banner tone="danger">{errors.related}</Banner> : null}
        <MemberTable
          label={schemaMessages.relationships}
          removeLabel={(name) => schemaMessages.deleteRelationship({ name })}
          columns={relationColumns(draft.name)}
          rows={[...draft.related].sort((a, b) => a.name.localeCompare(b.name))}
          sorting={{ column: 'none', descending: false }}
          onOpen={({ name }) => props.onOpenRelation(name)}
          onRemove={({ name }) => props.onRemoveRelation(name)}
          keeps={({ is_virtual }) => (is_virtual ? writeBlock : schemaMessages.derivedRelationshipHelp)}
          isUnsaved={({ name }) => unsavedRelation(name)}
          empty={isNew ? schemaMessages.relationsHelp : schemaMessages.noRelationshipsYet}
        />
      </Stack>
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
