import type { TableSchema } from '@millwright/contract/wire/table-schema'
import { IconBraces, IconCheck, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { jsonOf, type ParsedJson, parseJson } from '../../widgets/code/code-editor/json-text.ts'
import type { Form } from '../../widgets/form/editor-frame/use-form.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { schemaMessages } from './messages.ts'
import { readTable } from './schema-queries.ts'
import { fromTableForm, type TableForm, toTableForm } from './table-draft.ts'

interface JsonModeProps {
  label: string
  text: string
  onChange: (text: string) => void
  error: string | null
}

interface JsonToggleProps {
  json: Pick<TableJson, 'text' | 'open' | 'validate' | 'close'>
}

/** Buttons that switch to JSON mode and back, and check the JSON. */
export function JsonToggle({ json }: JsonToggleProps) {
  if (json.text === null)
    return (
      <Button reads size="small" icon={<IconBraces />} onClick={json.open}>
        {schemaMessages.json}
      </Button>
    )
  return (
    <>
      <Button size="small" icon={<IconCheck />} onClick={json.validate}>
        {schemaMessages.validate}
      </Button>
      <Button reads size="small" icon={<IconTable />} onClick={json.close}>
        {tabWords.table}
      </Button>
    </>
  )
}

/** Part of a schema as JSON text. */
export function JsonMode({ label, text, onChange, error }: JsonModeProps) {
  return (
    <CodeEditor label={label} labelHidden language="json" value={text} onChange={onChange} lines={20} error={error} />
  )
}

/**
 * JSON mode of a table's form: the same draft as text. Valid JSON is written to the draft as it is typed, so that it is what gets saved;
 * invalid text is recorded in the draft as such.
 */
export function useTableJson(form: Pick<Form<TableSchema, TableForm>, 'draft' | 'replace' | 'set'>) {
  const [text, setText] = useState<string | null>(null)
  const parsed = (): ParsedJson => parseTable(text ?? '')
  return {
    /** `null` in table mode. */
    text,
    open: () => setText(jsonOf(fromTableForm(form.draft))),
    type: (typed: string) => {
      setText(typed)
      const found = parseTable(typed)
      if (found.ok) form.replace(toTableForm(readTable(found.value)))
      else form.set('json', typed)
    },
    close: () => {
      if (parsed().ok) return setText(null)
      notify({ type: 'error', title: schemaMessages.notJson, text: schemaMessages.stuckInJson, tag: 'json' })
    },
    validate: () => {
      const found = parsed()
      if (found.ok) setText(jsonOf(found.value))
      notify(
        found.ok
          ? { type: 'success', title: schemaMessages.module, text: schemaMessages.goodJson, tag: 'json' }
          : { type: 'error', title: schemaMessages.refused, text: schemaMessages.badJson, tag: 'json' },
      )
    },
    /** Shows the stored table after a save. */
    show: (saved: TableSchema) => setText((now) => (now === null ? null : jsonOf(saved))),
  }
}

type TableJson = ReturnType<typeof useTableJson>

/** Parses a table; any JSON value other than an object is invalid. */
function parseTable(text: string): ParsedJson {
  const found = parseJson(text)
  const isTable = found.ok && typeof found.value === 'object' && found.value !== null && !Array.isArray(found.value)
  return found.ok && !isTable ? { ok: false, why: schemaMessages.tableInvalid } : found
}
