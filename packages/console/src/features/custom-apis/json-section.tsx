import { isRecord } from '@millwright/contract/wire/is-record'
import { useState } from 'react'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { jsonOf, parseOptionalJson } from '../../widgets/code-editor/json-text.ts'
import type { Form } from '../../widgets/editor-frame/use-form.ts'
import { t } from './messages.ts'
import { definitionOf, draftOfEndpoint, type EndpointDraft, type EndpointRecord } from './plan/endpoint-draft.ts'

interface JsonSectionProps {
  form: Pick<Form<EndpointRecord, EndpointDraft>, 'draft' | 'replace' | 'set' | 'problem'>
  stored: EndpointRecord | null
}

/** The draft as JSON. Valid text changes the draft as it is typed; other text is kept in the draft as such, and cannot be saved. */
export function JsonSection({ form, stored }: JsonSectionProps) {
  const { draft } = form
  const printed = jsonOf(definitionOf(draft, stored))
  const [typed, setTyped] = useState<{ readonly text: string; readonly printed: string } | null>(null)
  const text = draft.json ?? (typed?.printed === printed ? typed.text : printed)
  const change = (next: string) => {
    if (next === text) return
    const found = parseOptionalJson(next)
    if (!found.ok || !isRecord(found.value)) return form.set('json', next)
    const replaced = draftOfEndpoint(found.value)
    form.replace(replaced)
    setTyped({ text: next, printed: jsonOf(definitionOf(replaced, stored)) })
  }
  return (
    <CodeEditor
      label={t.json}
      help={t.jsonHelp}
      language="json"
      lines={20}
      value={text}
      error={draft.json === null ? form.problem.fields.json : t.jsonInvalid}
      onChange={change}
    />
  )
}
