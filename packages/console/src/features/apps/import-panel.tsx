import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { invalidateCollection } from '../../instance/collections.ts'
import { fileServicesQuery } from '../../instance/file-services.ts'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { EditorForm } from '../../widgets/editor-frame/editor-form.tsx'
import { EditorFrame } from '../../widgets/editor-frame/editor-frame.tsx'
import { type FormProblem, formProblem, noProblem } from '../../widgets/editor-frame/form-problem.ts'
import { readListSearch } from '../../widgets/record-list/list-search.ts'
import { ImportFields } from './import-fields.tsx'
import { checkImport, emptyImport, type ImportDraft, importBody, looksOther } from './import-request.ts'
import { appMessages } from './messages.ts'

/** `log`: what of the package was left out, on instances that tell. */
interface ImportedApp {
  readonly log?: { readonly warning?: readonly string[]; readonly error?: readonly string[] }
}

const labels = { path: 'Package', storage_service_id: 'Storage Service', storage_container: 'Storage Folder' }

/** The panel by which an app comes in from a package: a file, or an address from which the instance fetches it. */
export function ImportPanel() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const { data: files } = useQuery(fileServicesQuery)
  const [draft, setDraft] = useState<ImportDraft>(emptyImport)
  const [problem, setProblem] = useState<FormProblem>(noProblem)
  const [refusals, setRefusals] = useState(0)
  const [sending, setSending] = useState(false)
  const abort = useRef<AbortController>(null)

  const close = () => {
    abort.current?.abort()
    void navigate({ to: '/apps', search: readListSearch(search) })
  }
  const refuse = (found: FormProblem) => {
    setProblem(found)
    setRefusals((count) => count + 1)
  }
  const change = (next: ImportDraft) => {
    setDraft(next)
    setProblem(noProblem)
  }

  const start = async () => {
    if (sending) return
    const found = checkImport(draft)
    if (found) return refuse(found)
    abort.current = new AbortController()
    const { signal } = abort.current
    setProblem(noProblem)
    setSending(true)
    try {
      const { data } = await send<ImportedApp>({ verb: 'POST', path: 'system/app', body: importBody(draft), signal })
      notify({ type: 'success', title: appMessages.module, text: appMessages.imported })
      const left = [...(data.log?.error ?? []), ...(data.log?.warning ?? [])]
      if (left.length > 0) notify({ type: 'warning', title: appMessages.module, text: left.join(' ') })
      setDraft(emptyImport)
    } catch (error) {
      if (signal.aborted) return
      notifyRefusal(error)
      refuse(
        error instanceof InstanceError
          ? formProblem(error, Object.keys(labels))
          : { fields: {}, general: [messageOf(error)] },
      )
    } finally {
      setSending(false)
      void invalidateCollection(queryClient, 'system/app')
    }
  }

  return (
    <EditorFrame title="Import App" onClose={close}>
      <EditorForm
        sections={[
          {
            id: 'import',
            label: 'Import',
            fields: Object.keys(labels),
            content: (
              <ImportFields draft={draft} errors={problem.fields} files={files} sending={sending} onChange={change} />
            ),
          },
        ]}
        section="import"
        onSection={() => undefined}
        unsaved={[]}
        labels={labels}
        problem={problem}
        refusals={refusals}
        saving={sending}
        saveLabel="Import"
        isNew
        notice={looksOther(draft) ? <Banner tone="warning">{appMessages.otherPackage}</Banner> : null}
        onSave={() => void start()}
        onCancel={close}
      />
    </EditorFrame>
  )
}
