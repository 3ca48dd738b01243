import type { ListedService } from '@millwright/contract/wire/services'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { type ListedTable, readTables } from '../../instance/service-tables.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { useSaveKey } from '../../ui/use-save-key.ts'
import { parseJson } from '../../widgets/code/code-editor/json-text.ts'
import { DetailHeader } from '../../widgets/explorer/split/detail-header.tsx'
import { EditorBody } from '../../widgets/form/editor-frame/editor-frame.tsx'
import { useLeaveGuard } from '../../widgets/form/editor-frame/use-leave-guard.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { JsonMode } from './json-mode.tsx'
import { schemaMessages } from './messages.ts'
import { createTables, runCalls } from './schema-calls.ts'
import { schemaAddress } from './schema-place.ts'
import { invalidateSchema } from './schema-queries.ts'
import { StatementPanel } from './statement-panel.tsx'

interface UploadViewProps {
  service: ListedService
  tables: readonly ListedTable[]
  onClose: () => void
}

/** Creates several tables from JSON. */
export function UploadView({ service, tables, onClose }: UploadViewProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(sampleUpload)
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const letGo = useLeaveGuard(text === sampleUpload ? [] : [schemaMessages.schemaJson])
  const read = readUpload(
    text,
    tables.map(({ name }) => name),
  )
  const calls = 'tables' in read ? createTables(service.name, read.tables, { include_schema: true }) : []

  const save = async () => {
    if (saving) return
    if (!('tables' in read)) {
      setProblem(read.why === read.message ? read.message : `${read.message} ${read.why}`)
      notify({ type: 'error', title: schemaMessages.wrong, text: read.message, tag: 'upload' })
      return
    }
    setSaving(true)
    setProblem(null)
    try {
      await runCalls(calls)
      const missing = missingTables(read.names, await readTables(service.name, true))
      const left = missing.length > 0 ? await createAlone(service.name, read, missing) : []
      if (left.length > 0) throw new InstanceError(schemaMessages.notCreated({ join: left.join(', ') }))
      letGo()
      notify({ type: 'success', title: schemaMessages.module, text: schemaMessages.uploaded })
      await navigate({ to: schemaAddress.table(service.name, read.names[0] ?? ''), replace: true })
    } catch (error) {
      setProblem(messageOf(error))
      notifyError(error)
    } finally {
      setSaving(false)
      void invalidateSchema(queryClient, service.name)
    }
  }
  useSaveKey(writeBlock ? null : () => void save())

  return (
    <>
      <DetailHeader title={schemaMessages.uploadSchemaJson} many={schemaMessages.manyTables} onBack={onClose}>
        <Button size="small" disabledReason={writeBlock} onClick={() => file.current?.click()}>
          {schemaMessages.chooseAFile}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={schemaMessages.schemaFile}
          onChange={async (event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            if (chosen) setText(await chosen.text())
          }}
        />
      </DetailHeader>
      <EditorBody
        preview={<StatementPanel calls={calls} />}
        status={'tables' in read ? schemaMessages.tables({ count: read.tables.length }) : ''}
        buttons={
          <>
            <Button onClick={onClose}>{commonWords.cancel}</Button>
            <Button type="submit" variant="primary" loading={saving} disabledReason={writeBlock}>
              {tabWords.save}
            </Button>
          </>
        }
        onSubmit={() => void save()}
      >
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <ReadOnly value={writeBlock}>
          <JsonMode label={schemaMessages.schemaJson} text={text} onChange={setText} error={null} />
        </ReadOnly>
      </EditorBody>
    </>
  )
}

/**
 * Creates tables that the server skipped silently one by one, to obtain the reason. Returns those that still do not exist, each with its
 * reason.
 */
async function createAlone(
  service: string,
  { names, tables }: { readonly names: readonly string[]; readonly tables: readonly object[] },
  missing: readonly string[],
): Promise<readonly string[]> {
  const reasons = new Map<string, string>()
  for (const name of missing) {
    const table = tables[names.indexOf(name)]
    if (table === undefined) continue
    await runCalls(createTables(service, [table], {})).catch((error: unknown) => reasons.set(name, messageOf(error)))
  }
  const left = missingTables(missing, await readTables(service, true))
  return left.map((name) => {
    const reason = reasons.get(name)
    return reason === undefined ? `${name}.` : `${name} (${reason})`
  })
}

type Upload =
  | { readonly tables: readonly object[]; readonly names: readonly string[] }
  /** `message` has the wording that users know; `why` has the details. */
  | { readonly message: string; readonly why: string }

/** The initial text of an upload. */
export const sampleUpload = `{
  "resource": [
    {
      "name": "todo",
      "label": "Todo",
      "plural": "Todos",
      "alias": null,
      "field": [
        {
          "name": "id",
          "label": "Id",
          "type": "id"
        },
        {
          "name": "name",
          "label": "Name",
          "type": "string",
          "size": 80,
          "allow_null": false
        },
        {
          "name": "complete",
          "label": "Complete",
          "type": "boolean",
          "default": false
        }
      ]
    }
  ]
}`

/** Reads the tables of a text: under `resource`, in a list, or one alone. `taken`: names in use. */
export function readUpload(text: string, taken: readonly string[]): Upload {
  const invalid = (why: string) => ({ message: schemaMessages.uploadNotJson, why })
  const parsed = parseJson(text)
  if (!parsed.ok) return invalid(parsed.why)
  const tables = tablesOf(parsed.value)
  if (tables === null || tables.length === 0) return invalid(schemaMessages.importShapeInvalid)
  const names: string[] = []
  for (const [index, table] of tables.entries()) {
    const name = nameOf(table)
    if (name === null) return invalid(schemaMessages.importTableUnnamed({ place: index + 1 }))
    const fields = fieldsOf(table)
    if (fields === null) return invalid(schemaMessages.importFieldsMissing({ table: name }))
    const nameless = fields.findIndex((field) => nameOf(field) === null)
    if (nameless >= 0) return invalid(schemaMessages.importFieldUnnamed({ place: nameless + 1, table: name }))
    names.push(name)
  }
  const used = names.find((name, index) => taken.includes(name) || names.indexOf(name) !== index)
  if (used !== undefined) return { message: schemaMessages.uploadExists, why: schemaMessages.itIs({ name: used }) }
  return { tables: tables.filter((table) => typeof table === 'object' && table !== null), names }
}

/** Names that a server did not create although it accepted the upload. Lists omit the default schema from names. */
export function missingTables(
  names: readonly string[],
  there: readonly { readonly name: string }[],
): readonly string[] {
  const known = new Set(there.map(({ name }) => name.toLowerCase()))
  return names.filter((name) => {
    const wanted = name.toLowerCase()
    return !known.has(wanted) && !known.has(wanted.slice(wanted.lastIndexOf('.') + 1))
  })
}

function tablesOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return null
  if ('resource' in value) return Array.isArray(value.resource) ? value.resource : null
  return 'name' in value ? [value] : null
}

function nameOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('name' in value)) return null
  return typeof value.name === 'string' && value.name.trim() !== '' ? value.name : null
}

function fieldsOf(table: unknown): readonly unknown[] | null {
  if (typeof table !== 'object' || table === null || !('field' in table)) return null
  return Array.isArray(table.field) && table.field.length > 0 ? table.field : null
}
