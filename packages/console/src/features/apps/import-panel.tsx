import type { ListedService } from '@millwright/contract/wire/services'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { invalidateCollection } from '../../instance/collections.ts'
import { fileServicesQuery } from '../../instance/file-services.ts'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EditorForm } from '../../widgets/form/editor-frame/editor-form.tsx'
import { EditorFrame } from '../../widgets/form/editor-frame/editor-frame.tsx'
import { type FormProblem, formProblem, noProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { readListSearch } from '../../widgets/records/list-declaration/list-search.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './apps.module.css'
import { t } from './messages.ts'
import { SampleList } from './sample-list.tsx'
import { StorageFolder, StorageSelect } from './storage-fields.tsx'

/** `log`: skipped parts of the package, on instances that report them. */
interface ImportedApp {
  readonly log?: { readonly warning?: readonly string[]; readonly error?: readonly string[] }
}

const labels = {
  path: t.package,
  storage_service_id: t.storageService,
  storage_container: t.storageFolder,
}

/** The panel that imports an app from a package: a file, or a URL from which the instance fetches it. */
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
      notify({ type: 'success', title: t.module, text: t.imported })
      const left = [...(data.log?.error ?? []), ...(data.log?.warning ?? [])]
      if (left.length > 0) notify({ type: 'warning', title: t.module, text: left.join(' ') })
      close()
    } catch (error) {
      if (signal.aborted) return
      notifyError(error)
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
    <EditorFrame title={t.importApp} onClose={close}>
      <EditorForm
        sections={[
          {
            id: 'import',
            label: tabWords.import,
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
        saveLabel={tabWords.import}
        isNew
        notice={hasUnexpectedExtension(draft) ? <Banner tone="warning">{t.otherPackage}</Banner> : null}
        onSave={() => void start()}
        onCancel={close}
      />
    </EditorFrame>
  )
}

interface ImportFieldsProps {
  draft: ImportDraft
  errors: Readonly<Record<string, string>>
  /** `undefined` while loading. */
  files: readonly ListedService[] | undefined
  sending: boolean
  onChange: (draft: ImportDraft) => void
}

/** The source of a package, and the destination of its files. */
function ImportFields({ draft, errors, files, sending, onChange }: ImportFieldsProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (file) onChange({ ...emptyImport, path: file.name, file })
  }
  return (
    <Stack gap={4}>
      <div className={styles.source}>
        <TextField
          label={t.package}
          required
          help={t.packageSourceHelp}
          mono
          spellCheck={false}
          placeholder="https://"
          value={draft.path}
          error={errors.path}
          onChange={(path) => onChange({ ...draft, path, file: null })}
        />
        <Button onClick={() => input.current?.click()}>{t.browse}</Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t.packageFile}
          accept=".dfpkg"
          onChange={(event) => take(event.target.files?.[0])}
        />
      </div>
      <StorageSelect
        label={t.storageServiceOptional}
        help={t.storageHelp}
        files={files ?? []}
        value={draft.storage_service_id}
        error={errors.storage_service_id}
        onChange={(id) => onChange({ ...draft, storage_service_id: id })}
      />
      <StorageFolder
        label={t.storageFolderOptional}
        service={files?.find(({ id }) => id === draft.storage_service_id)}
        value={draft.storage_container}
        error={errors.storage_container}
        onChange={(storage_container) => onChange({ ...draft, storage_container })}
      />
      {sending ? <Spinner label={t.importing({ path: draft.path })} /> : null}
      <SampleList onSelect={(path) => onChange({ ...draft, path, file: null })} />
    </Stack>
  )
}

/** The form of an import. */
interface ImportDraft {
  /** Name of the chosen file, or a URL. */
  readonly path: string
  readonly file: File | null
  readonly storage_service_id: number | null
  readonly storage_container: string
}

export const emptyImport: ImportDraft = { path: '', file: null, storage_service_id: null, storage_container: '' }

/** Whether a text is the URL of a package rather than the name of a file. */
export function isLink(path: string): boolean {
  return /^https?:\/\//i.test(path.trim())
}

/** Validates the form before a package is sent; returns `null` if there is no problem. */
export function checkImport({ path, file }: ImportDraft): FormProblem | null {
  if (path.trim() === '') return { fields: { path: t.packageMissing }, general: [] }
  if (file === null && !isLink(path)) return { fields: { path: t.notAnAddress }, general: [] }
  return null
}

/** Whether the name has an extension other than that of packages; a URL may continue after its path. */
export function hasUnexpectedExtension({ path, file }: ImportDraft): boolean {
  const name = file ? file.name : isLink(path) ? URL.parse(path.trim())?.pathname : ''
  return name !== undefined && name !== '' && name !== '/' && !name.toLowerCase().endsWith('.dfpkg')
}

/** Returns the body of an import: a URL as JSON, a file as a form. Storage 0 leaves the choice to the server. */
export function importBody({ path, file, storage_service_id, storage_container }: ImportDraft): object {
  const storage = storage_service_id ?? 0
  const container = storage_container.trim()
  if (file === null) return { import_url: path.trim(), storage_service_id: storage, storage_container: container }
  const form = new FormData()
  form.append('file', file)
  form.append('storage_service_id', String(storage))
  form.append('storage_container', container)
  return form
}
