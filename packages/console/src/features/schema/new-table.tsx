import type { ListedService } from '@millwright/contract/wire/services'
import type { FieldSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import type { ListedTable } from '../../instance/service-tables.ts'
import { notify } from '../../notifications/notify.ts'
import { DetailHeader } from '../../widgets/explorer/split/detail-header.tsx'
import { EditorFrame } from '../../widgets/form/editor-frame/editor-frame.tsx'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { RecordForm } from '../../widgets/form/editor-frame/record-form.tsx'
import { useForm } from '../../widgets/form/editor-frame/use-form.ts'
import { leaveQuestion } from '../../widgets/form/editor-frame/use-leave-guard.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { fieldLabels, fromFieldForm, toFieldForm } from './field-draft.ts'
import { FieldEditor, fieldNotice } from './field-editor.tsx'
import { checkField, type FieldForm } from './field-form.ts'
import { JsonMode, JsonToggle, useTableJson } from './json-mode.tsx'
import { schemaMessages } from './messages.ts'
import { changeTable, createTables, newTableBody, type SchemaCall } from './schema-calls.ts'
import { schemaAddress } from './schema-place.ts'
import { readTableNow } from './schema-queries.ts'
import { StatementPanel } from './statement-panel.tsx'
import { checkTable, fromTableForm, type TableForm, tableChanges, tableLabels, toTableForm } from './table-draft.ts'
import { TableFields } from './table-form.tsx'
import { useSchemaForm } from './use-schema-form.ts'

interface NewTableProps {
  service: ListedService
  tables: readonly ListedTable[]
  onClose: () => void
}

/** A new table, whose fields are held here until it is saved. */
export function NewTable({ service, tables, onClose }: NewTableProps) {
  const navigate = useNavigate()
  /** The open field: its name, or `null` for a new one. */
  const [open, setOpen] = useState<{ readonly name: string | null } | null>(null)
  const names = tables.map(({ name }) => name)
  /** Changes a table whose form got more input while it was created. */
  const calls = (draft: TableForm, made: TableSchema | null) =>
    made
      ? changeTable(service.name, made.name, tableChanges(made, fromTableForm(draft)))
      : createTables(service.name, [newTableBody(fromTableForm(draft))], { fields: '*' })
  const check = (draft: TableForm): FormProblem | null => checkTable(draft, form.record, names)
  const form = useSchemaForm<TableSchema, TableForm>({
    service: service.name,
    declaration: {
      labels: tableLabels,
      toDraft: toTableForm,
      check,
      notice: ({ fields: { name, json } }) => {
        if (json) return { title: schemaMessages.refused, text: json }
        return name === schemaMessages.tableExists ? { title: schemaMessages.wrong, text: name } : null
      },
    },
    loaded: null,
    calls,
    atRisk: () => [],
    read: (draft, made) => readTableNow(service.name, made?.name ?? draft.name.trim()),
    onSaved: () => notify({ type: 'success', title: schemaMessages.module, text: schemaMessages.tableSaved }),
    onDone: ({ name }) => void navigate({ to: schemaAddress.table(service.name, name), replace: true }),
  })
  const json = useTableJson(form)
  const ready = form.draft.json === '' && check(form.draft) === null
  const keep = (now: readonly FieldSchema[], name: string | null, field: FieldSchema) =>
    name === null ? [...now, field] : now.map((one) => (one.name === name ? field : one))
  const without = (name: string) => form.draft.field.filter((field) => field.name !== name)

  return (
    <>
      <DetailHeader title={schemaMessages.createATable} many={schemaMessages.manyTables} onBack={onClose}>
        <JsonToggle json={json} />
      </DetailHeader>
      <RecordForm
        editor={form}
        declaration={{ labels: tableLabels, toDraft: toTableForm }}
        one={schemaMessages.oneTable}
        behind={open !== null}
        onClose={onClose}
        preview={<StatementPanel calls={ready ? calls(form.draft, form.record) : []} />}
        sections={[
          {
            id: 'table',
            label: tabWords.table,
            fields: Object.keys(tableLabels),
            content:
              json.text === null ? (
                <TableFields
                  form={form}
                  isNew
                  isView={false}
                  writeBlock={null}
                  onAddField={() => setOpen({ name: null })}
                  onOpenField={(name) => setOpen({ name })}
                  onRemoveField={(name) => form.set('field', without(name))}
                  onAddRelation={() => {}}
                  onOpenRelation={() => {}}
                  onRemoveRelation={() => {}}
                />
              ) : (
                <JsonMode
                  label={schemaMessages.newTableJson}
                  text={json.text}
                  onChange={json.type}
                  error={form.problem.fields.json ?? null}
                />
              ),
          },
        ]}
      />
      {open ? (
        <LocalFieldPanel
          key={open.name}
          service={service}
          table={form.draft.name.trim()}
          fields={form.draft.field}
          name={open.name}
          onClose={() => setOpen(null)}
          onKeep={(field) => form.change('field', (now) => keep(now, open.name, field))}
          callsWith={(field) => {
            const whole = { ...form.draft, field: keep(form.draft.field, open.name, field) }
            return check(whole) === null ? calls(whole, form.record) : []
          }}
        />
      ) : null}
    </>
  )
}

interface LocalFieldPanelProps {
  service: ListedService
  table: string
  /** All fields of the table. */
  fields: readonly FieldSchema[]
  /** `null` for a new one. */
  name: string | null
  onKeep: (field: FieldSchema) => void
  /** The calls that saving the table with this field would make. */
  callsWith: (field: FieldSchema) => readonly SchemaCall[]
  onClose: () => void
}

/** A field of an unsaved table, stored in the table's form. */
function LocalFieldPanel({ service, table, fields, name, onKeep, callsWith, onClose }: LocalFieldPanelProps) {
  const stored = fields.find((field) => field.name === name) ?? null
  const others = fields.filter((field) => field.name !== name).map((field) => field.name)
  const form = useForm<FieldSchema, FieldForm>({
    declaration: {
      labels: fieldLabels,
      toDraft: toFieldForm,
      check: (draft) => checkField(draft, true, others),
      notice: fieldNotice,
    },
    access: {
      write: async (draft, on) => ({ record: fromFieldForm(draft, on?.record ?? null), etag: null }),
      read: async (on) => on,
      outdate: () => {},
    },
    loaded: stored && { record: stored, etag: null },
    onSaved: onKeep,
    onDone: onClose,
  })
  const ready = checkField(form.draft, true, others) === null
  const close = async () => {
    if (form.unsaved.length > 0) {
      const text = schemaMessages.notSavedYet({ join: form.unsaved.join(', ') })
      const leave = {
        title: leaveQuestion(),
        text,
        action: schemaMessages.discardChanges,
        cancel: schemaMessages.keepEditing,
        danger: true,
      }
      if (!(await confirm(leave))) return
    }
    onClose()
  }
  return (
    <EditorFrame
      title={name === null ? schemaMessages.addField : schemaMessages.edit({ name })}
      onClose={() => void close()}
    >
      <FieldEditor
        service={service.name}
        table={table}
        ownFields={fields}
        form={form}
        nameOpen
        keyOpen
        saveLabel={name === null ? schemaMessages.addField : schemaMessages.keep}
        onClose={() => void close()}
        preview={<StatementPanel calls={ready ? callsWith(fromFieldForm(form.draft, stored)) : []} />}
      />
    </EditorFrame>
  )
}
