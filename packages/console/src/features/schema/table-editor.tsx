import type { ListedService } from '@millwright/contract/wire/services'
import type { TableSchema } from '@millwright/contract/wire/table-schema'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { useUsageSection } from '../../widgets/charts/usage/use-usage-section.tsx'
import { DetailHeader } from '../../widgets/explorer/split/detail-header.tsx'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { RecordForm } from '../../widgets/form/editor-frame/record-form.tsx'
import { useManagedForm } from '../../widgets/form/managed/managed-note.tsx'
import { HistoryButton } from '../../widgets/history/data-history/history-button.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { ContractButton } from './contract/contract-button.tsx'
import { atRiskInTable, droppedField, droppedTable } from './data-at-risk.ts'
import { type Drop, drop } from './drop.ts'
import { JsonMode, JsonToggle, useTableJson } from './json-mode.tsx'
import { schemaMessages } from './messages.ts'
import { tableRenames } from './renames.ts'
import { changeTable, createTables, dropField, dropRelation, dropTable, newTableBody } from './schema-calls.ts'
import { schemaAddress } from './schema-place.ts'
import { invalidateSchema, readTableNow, schemaPath } from './schema-queries.ts'
import { StatementPanel } from './statement-panel.tsx'
import {
  checkTable,
  fromTableForm,
  rebasedForm,
  type TableForm,
  tableChanges,
  tableLabels,
  toTableForm,
} from './table-draft.ts'
import { TableFields } from './table-form.tsx'
import { useHasPreview, useSchemaForm } from './use-schema-form.ts'

interface TableEditorProps {
  service: ListedService
  stored: TableSchema
  /** Whether a field or relation is open over it. */
  behind: boolean
  onClose: () => void
}

/** A stored table: its properties are saved together, each field or relation on its own. */
export function TableEditor({ service, stored, behind, onClose }: TableEditorProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { name } = stored
  const { block, below } = useManagedForm({ collection: 'table', name: `${service.name}/${name}`, inset: true })
  const preview = useHasPreview()
  const environment = useEnvironment()
  const calls = (form: TableForm, now: TableSchema | null) =>
    now
      ? changeTable(service.name, name, tableChanges(now, fromTableForm(form)))
      : createTables(service.name, [newTableBody(fromTableForm(form))], { fields: '*' })
  const form = useSchemaForm<TableSchema, TableForm>({
    service: service.name,
    declaration: {
      labels: tableLabels,
      toDraft: toTableForm,
      check: (draft) => announce(checkTable(draft, stored, [])),
    },
    loaded: { record: stored, etag: null },
    staysOpen: true,
    within: schemaAddress.table(service.name, name),
    calls,
    atRisk: (draft, now) => atRiskInTable(now, tableChanges(now, fromTableForm(draft))),
    renames: (draft, now) => tableRenames(service.name, now, fromTableForm(draft)),
    read: () => readTableNow(service.name, name),
    onSaved: () => notify({ type: 'success', title: schemaMessages.module, text: schemaMessages.tableSaved }),
    onDone: (saved) => json.show(saved),
  })
  const json = useTableJson(form)

  const follow = useEffectEvent((now: TableSchema) => {
    if (form.record !== now) form.follow({ record: now, etag: null }, rebasedForm)
  })
  // Text in JSON mode does not follow changes, since what it omits would count as dropped. Saving detects others' changes.
  // Neither does a conflict, which compares with what was read before.
  const keeps = json.text !== null || form.trouble?.kind === 'conflict'
  useEffect(() => {
    if (!keeps) follow(stored)
  }, [stored, keeps])

  const reread = () => void invalidateSchema(queryClient, service.name)
  const dropping = async (what: Omit<Drop, 'reread'>, done: string, then: () => void) => {
    try {
      if (!(await drop(environment, { ...what, reread }))) return
      notify({ type: 'success', title: schemaMessages.module, text: done })
      then()
    } catch (error) {
      notifyError(error)
    }
  }
  const removeTable = () =>
    dropping(
      {
        question: schemaMessages.drop({ table: name }),
        action: schemaMessages.dropTable({ name }),
        calls: dropTable(service.name, name),
        loses: droppedTable(stored, name),
        preview,
        named: schemaPath(service.name, name),
      },
      schemaMessages.tableDropped,
      () => {
        form.letGo()
        onClose()
      },
    )
  const removeField = (field: string) => {
    const there = stored.field.find((one) => one.name === field)
    if (!there)
      return form.set(
        'field',
        form.draft.field.filter((one) => one.name !== field),
      )
    void dropping(
      {
        question: schemaMessages.dropField({ name: field }),
        action: schemaMessages.deleteFieldShort({ field }),
        calls: dropField(service.name, name, field),
        loses: droppedField(name, there),
        preview,
        named: schemaPath(service.name, name, '_field', field),
      },
      schemaMessages.fieldDropped,
      () => {},
    )
  }
  const removeRelation = (relation: string) => {
    if (!stored.related.some((one) => one.name === relation))
      return form.set(
        'related',
        form.draft.related.filter((one) => one.name !== relation),
      )
    void dropping(
      {
        question: schemaMessages.dropRelation({ name: relation }),
        action: schemaMessages.deleteRelationShort({ relation }),
        calls: dropRelation(service.name, name, relation),
        loses: schemaMessages.dropRelationshipHelp,
        preview,
      },
      schemaMessages.relationDropped,
      () => {},
    )
  }

  const open = (to: string) => void navigate({ to })
  const path = `_table/${stored.alias ?? name}`
  const usage = useUsageSection({
    of: { service: service.name.toLowerCase(), resource: `${path},${path}/{id}` },
    splits: ['app', 'user', 'role', 'verb'],
    log: [`service:is:${service.name.toLowerCase()}`, `resource:starts:${path}`],
  })
  return (
    <>
      <DetailHeader
        title={stored.is_view ? schemaMessages.view : tabWords.table}
        many={schemaMessages.manyTables}
        onBack={onClose}
      >
        <ContractButton service={service.name} table={name} />
        {stored.is_view ? null : <HistoryButton service={service.name} table={name} kept={stored.history === true} />}
        <JsonToggle json={json} />
        <Button
          size="small"
          variant="quiet"
          icon={<IconTrash />}
          disabledReason={block}
          onClick={() => void removeTable()}
        >
          {schemaMessages.dropShort}
        </Button>
      </DetailHeader>
      {below(
        <RecordForm
          editor={form}
          declaration={{ labels: tableLabels, toDraft: toTableForm }}
          one={schemaMessages.oneTable}
          behind={behind}
          onClose={onClose}
          preview={<StatementPanel calls={calls(form.draft, form.record)} />}
          sections={[
            {
              id: 'table',
              label: tabWords.table,
              fields: Object.keys(tableLabels),
              content:
                json.text === null ? (
                  <TableFields
                    form={form}
                    isNew={false}
                    isView={stored.is_view}
                    writeBlock={block}
                    onAddField={() => open(schemaAddress.field(service.name, name, null))}
                    onOpenField={(field) => open(schemaAddress.field(service.name, name, field))}
                    onRemoveField={removeField}
                    onAddRelation={() => open(schemaAddress.relation(service.name, name, null))}
                    onOpenRelation={(relation) => open(schemaAddress.relation(service.name, name, relation))}
                    onRemoveRelation={removeRelation}
                  />
                ) : (
                  <JsonMode
                    label={schemaMessages.tableAsJson({ name })}
                    text={json.text}
                    onChange={json.type}
                    error={form.problem.fields.json ?? null}
                  />
                ),
            },
            ...usage,
          ]}
        />,
      )}
    </>
  )
}

/** Shows invalid JSON as a notification too, as the explicit check does. */
function announce(problem: FormProblem | null): FormProblem | null {
  if (problem?.fields.json)
    notify({ type: 'error', title: schemaMessages.refused, text: schemaMessages.badJson, tag: 'json' })
  return problem
}
