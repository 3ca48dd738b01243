import { checkEndpoint as checkPlan } from '@millwright/contract/custom-apis/check-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { invalidateCollection, type Loaded, removeRecord } from '../../instance/collections.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { serverMessages } from '../../instance/server-sentences.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { jsonOf, parseOptionalJson } from '../../widgets/code/code-editor/json-text.ts'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import { RecordForm } from '../../widgets/form/editor-frame/record-form.tsx'
import { type EditorDeclaration, useEditor } from '../../widgets/form/editor-frame/use-editor.ts'
import type { Form } from '../../widgets/form/editor-frame/use-form.ts'
import { commonWords } from '../../words/messages.ts'
import { apiAddress } from './api-address.ts'
import { type ApiRecord, apiCollection, endpointCollection } from './api-queries.ts'
import { CallSection } from './call-section.tsx'
import { t } from './messages.ts'
import {
  checkEndpointDraft,
  definitionOf,
  draftOfEndpoint,
  type EndpointDraft,
  type EndpointRecord,
  endpointLabels,
} from './plan/endpoint-draft.ts'
import { problemFields, withProblemFields } from './plan/plan-problems.ts'
import { PlanSection } from './plan-section.tsx'
import { askAndPublish } from './publish-api.tsx'
import { useSources } from './use-sources.ts'

interface EndpointFormProps {
  api: ApiRecord
  /** `null` for a new endpoint. */
  loaded: Loaded<EndpointRecord> | null
  /** Initial values of a new one. */
  start?: EndpointDraft
  onClose: () => void
}

/** The form of an endpoint: its steps, the same as JSON, and how it is called. */
export function EndpointForm({ api, loaded, start, onClose }: EndpointFormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const writeBlock = useWriteBlock()
  const sources = useSources(api)
  // What is checked here has the sentences of the instance.
  useEffect(() => void serverMessages.load(), [])
  /** Whether the API is published once the endpoint is saved. */
  const publishes = useRef(false)
  const { known } = sources
  const declaration: EditorDeclaration<EndpointRecord, EndpointDraft> = {
    collection: endpointCollection,
    params: { fields: '*' },
    labels: endpointLabels,
    toDraft: draftOfEndpoint,
    toCreate: (draft) => ({ api_id: api.id, ...definitionOf(draft, null) }),
    toUpdate: definitionOf,
    check: (draft) => {
      const found = checkEndpointDraft(draft)
      if (found !== null || !draft.is_active || known === null) return found
      const problems = checkPlan(definitionOf(draft, null), known.sources, known.others)
      return problems.length === 0 ? null : { fields: problemFields(problems), general: [] }
    },
    reword: withProblemFields,
  }
  const editor = useEditor<EndpointRecord, EndpointDraft>({
    declaration,
    loaded,
    ...(start && { start }),
    staysOpen: true,
    onSaved: () => {
      notify({ type: 'success', title: t.module, text: t.endpointSaved })
      void invalidateCollection(queryClient, apiCollection)
      if (publishes.current) void askAndPublish(queryClient, api, 'breaking').catch(notifyError)
    },
    onDone: (record) => {
      if (loaded === null)
        void navigate({ to: apiAddress.endpoint(api.id, record.id), search: {}, replace: true, resetScroll: false })
    },
  })
  const { draft, record } = editor
  const remove = async () => {
    const id = record?.id
    if (id === undefined) return
    const sure = await confirm({
      title: t.deleteEndpoint({ name: `${draft.method} ${draft.path}` }),
      text: t.deleteEndpointHelp,
      action: t.deleteIt,
      danger: true,
      run: () => removeRecord(endpointCollection, id),
    })
    if (!sure) return
    editor.letGo()
    onClose()
    await invalidateCollection(queryClient, endpointCollection)
    await invalidateCollection(queryClient, apiCollection)
  }
  const save = (publishing: boolean) => {
    // A press that is ignored must not change what the running save does afterwards.
    if (editor.saving) return
    publishes.current = publishing
    void editor.save()
  }
  const sections: EditorSection[] = [
    {
      id: 'steps',
      label: t.steps,
      fields: [
        'method',
        'path',
        'label',
        'description',
        'is_active',
        'request_schema',
        'execution_plan',
        'plan',
        'response_mapping',
      ],
      content: <PlanSection api={api} form={editor} sources={sources} />,
    },
    {
      id: 'json',
      label: t.json,
      fields: ['json'],
      content: <JsonSection form={editor} stored={record} />,
    },
    { id: 'call', label: t.call, fields: [], content: <CallSection api={api} draft={draft} /> },
  ]
  return (
    <RecordForm
      editor={editor}
      onSave={() => save(false)}
      declaration={declaration}
      one={t.oneEndpoint}
      sections={sections}
      cancelLabel={commonWords.close}
      actions={() => (
        <>
          {record?.id === undefined ? null : (
            <IconButton
              label={t.deleteIt}
              danger
              icon={<IconTrash />}
              disabledReason={writeBlock}
              onClick={() => void remove()}
            />
          )}
          <Button loading={editor.saving} disabledReason={writeBlock} onClick={() => save(true)}>
            {t.saveAndPublish}
          </Button>
        </>
      )}
      onClose={onClose}
    />
  )
}

interface JsonSectionProps {
  form: Pick<Form<EndpointRecord, EndpointDraft>, 'draft' | 'replace' | 'set' | 'problem'>
  stored: EndpointRecord | null
}

/** The draft as JSON. Valid text changes the draft as it is typed; other text is kept in the draft as such, and cannot be saved. */
function JsonSection({ form, stored }: JsonSectionProps) {
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
