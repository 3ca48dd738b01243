import type { TableSchema } from '@millwright/contract/wire/table-schema'
import { useState } from 'react'
import { notify } from '../../notifications/notify.ts'
import { jsonOf, type ParsedJson, parseJson } from '../../widgets/code/code-editor/json-text.ts'
import type { Form } from '../../widgets/form/editor-frame/use-form.ts'
import { schemaMessages } from './messages.ts'
import { readTable } from './read-schema.ts'
import { fromTableForm, type TableForm, toTableForm } from './table-draft.ts'

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

export type TableJson = ReturnType<typeof useTableJson>

/** Parses a table; any JSON value other than an object is invalid. */
function parseTable(text: string): ParsedJson {
  const found = parseJson(text)
  const isTable = found.ok && typeof found.value === 'object' && found.value !== null && !Array.isArray(found.value)
  return found.ok && !isTable ? { ok: false, why: schemaMessages.tableInvalid } : found
}
