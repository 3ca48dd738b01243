import type {
  ConfigFolderPlan,
  ConfigFolderRefusal,
  MissingValue,
  PlacedProblem,
} from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import { useQueryClient } from '@tanstack/react-query'
import { downloadZip } from 'client-zip'
import { useRef, useState } from 'react'
import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { serverMessages } from '../../../instance/server-sentences.ts'
import { folderMessages } from './messages.ts'

/** How the folder is to be planned. */
export interface FolderDraft {
  readonly chosen: ChosenFolder | null
  /** Empty: none. */
  readonly overlay: string
  readonly adopt: boolean
  readonly prune: boolean
}

const empty: FolderDraft = { chosen: null, overlay: '', adopt: false, prune: true }

/** What came of a plan or an apply. */
export type FolderAnswer =
  | { readonly kind: 'plan' | 'applied'; readonly plan: ConfigFolderPlan }
  | { readonly kind: 'refused' | 'missing'; readonly problems: readonly PlacedProblem[] }
  | { readonly kind: 'stale' | 'lost' | 'cancelled' }

/** Where placeholders have their values, by `idOf`. */
type Values = Readonly<Record<string, string>>

export const missingValueId = ({ source, name }: Pick<MissingValue, 'source' | 'name'>) => `${source}:${name}`

/** A folder that is planned, and then applied as planned. */
export function useFolderPlan() {
  const queryClient = useQueryClient()
  const abort = useRef<AbortController>(null)
  const [draft, setDraft] = useState(empty)
  const [overlays, setOverlays] = useState<readonly string[]>([])
  const [prompts, setAsked] = useState<readonly MissingValue[]>([])
  const [values, setValues] = useState<Values>({})
  const [sending, setSending] = useState<'plan' | 'apply' | null>(null)
  const [sent, setSent] = useState(0)
  const [outcome, setOutcome] = useState<FolderAnswer | null>(null)

  const change = (part: Partial<FolderDraft>) => {
    setDraft({ ...draft, ...part })
    setOutcome(null)
  }

  function take(chosen: ChosenFolder): void {
    const keepsOverlay = chosen.overlays.includes(draft.overlay)
    change({ chosen, overlay: keepsOverlay ? draft.overlay : '' })
    setOverlays(chosen.overlays)
    setAsked([])
  }

  async function takeFiles(files: readonly File[]): Promise<void> {
    const chosen = await packFolder(files)
    if (chosen.files === 0) setOutcome(oneProblem(folderMessages.emptyFolder({ name: chosen.name })))
    else take(chosen)
  }

  async function ask(what: 'plan' | 'apply', plan: string | null): Promise<void> {
    const { chosen } = draft
    if (chosen === null || sending !== null) return
    abort.current = new AbortController()
    const { signal } = abort.current
    setSending(what)
    setSent(0)
    try {
      const body = formOf(draft, chosen, { values, plan })
      const params = what === 'plan' ? { plan: true } : {}
      const onSent = setSent
      const { data } = await send({ verb: 'POST', path: 'system/config/folder', params, body, signal, onSent })
      setOverlays(data.overlays)
      setOutcome({ kind: what === 'plan' ? 'plan' : 'applied', plan: data })
    } catch (error) {
      await serverMessages.load()
      if (signal.aborted) setOutcome(what === 'plan' ? null : { kind: 'cancelled' })
      else noteRefusal(error)
    } finally {
      setSending(null)
      if (what === 'apply') void queryClient.invalidateQueries()
    }
  }

  function noteRefusal(error: unknown): void {
    const refusal = refusalOf(error)
    if (refusal !== null) {
      setOverlays(refusal.overlays)
      setAsked(withNew(prompts, refusal.missing))
    }
    setOutcome(refusal === null ? outcomeOf(error) : refusedFor(refusal))
  }

  function clear(): void {
    setDraft(empty)
    setOverlays([])
    setAsked([])
    setValues({})
    setOutcome(null)
  }

  return {
    draft,
    overlays,
    asked: prompts,
    values,
    sending,
    sent,
    outcome,
    change,
    takeFiles,
    clear,
    takeArchive: (file: File) => take(chosenArchive(file)),
    setValue(placeholder: MissingValue, value: string) {
      setValues({ ...values, [missingValueId(placeholder)]: value })
      if (outcome?.kind === 'plan') setOutcome(null)
    },
    plan: () => ask('plan', null),
    apply: ({ plan }: ConfigFolderPlan) => ask('apply', plan),
    cancel: () => abort.current?.abort(),
  }
}

export type FolderPlanning = ReturnType<typeof useFolderPlan>

const oneProblem = (message: string): FolderAnswer => ({
  kind: 'refused',
  problems: [{ file: null, line: null, message }],
})

const refusedFor = ({ problems, missing }: ConfigFolderRefusal): FolderAnswer => ({
  kind: missing.length > 0 ? 'missing' : 'refused',
  problems,
})

/** What came of a request that failed for another reason than the content of the folder. */
function outcomeOf(error: unknown): FolderAnswer {
  const isRefusal = error instanceof InstanceError
  if (isRefusal && error.kind === 'unreachable') return { kind: 'lost' }
  return isRefusal && error.status === 409 ? { kind: 'stale' } : oneProblem(messageOf(error))
}

/** Placeholders are asked for as long as the folder is chosen, so that their values can be corrected. */
function withNew(prompts: readonly MissingValue[], missing: readonly MissingValue[]): readonly MissingValue[] {
  const byId = new Map([...missing, ...prompts].map((each) => [missingValueId(each), each]))
  return [...byId.values()].toSorted((one, other) => (missingValueId(one) < missingValueId(other) ? -1 : 1))
}

/** Deletions that take data out of reach are in the plan, and confirmed there. */
function formOf(
  { overlay, adopt, prune }: FolderDraft,
  { archive, name }: ChosenFolder,
  { values, plan }: { readonly values: Values; readonly plan: string | null },
): FormData {
  const form = new FormData()
  form.append('file', archive, name.endsWith('.zip') ? name : `${name}.zip`)
  const filled = Object.entries(values).filter(([, value]) => value !== '')
  const fields = {
    overlay,
    adopt: String(adopt),
    prune: String(prune),
    allow_destroy: 'true',
    values: JSON.stringify(Object.fromEntries(filled)),
    plan: plan ?? '',
  }
  for (const [field, value] of Object.entries(fields)) if (value !== '') form.append(field, value)
  return form
}

/** What is wrong with the folder; `null`: the refusal is about something else. */
function refusalOf(error: unknown): ConfigFolderRefusal | null {
  const context = error instanceof InstanceError ? error.context : null
  return isFolderRefusal(context) ? context : null
}

function isFolderRefusal(context: unknown): context is ConfigFolderRefusal {
  return isRecord(context) && [context.problems, context.missing, context.overlays].every(Array.isArray)
}

/** A folder of configuration that someone chose. */
interface ChosenFolder {
  /** Of the folder or the archive. */
  readonly name: string
  /** Number of files; `null`: it is an archive, which is not read here. */
  readonly files: number | null
  readonly archive: Blob
  /** The overlays in it, as far as they are known. */
  readonly overlays: readonly string[]
}

const chosenArchive = (file: File): ChosenFolder => ({
  name: file.name,
  files: null,
  archive: file,
  overlays: [],
})

/** Packs the files of a chosen folder, without hidden ones such as those of a repository. Rejects if one cannot be read. */
async function packFolder(all: readonly File[]): Promise<ChosenFolder> {
  const [name = ''] = all[0]?.webkitRelativePath.split('/') ?? []
  const files = all
    .map((file) => ({ path: file.webkitRelativePath.split('/').slice(1), file }))
    .filter(({ path }) => !path.some((part) => part.startsWith('.')))
  const inputs = await Promise.all(
    files.map(async ({ path, file }) => ({ name: path.join('/'), input: await file.arrayBuffer() })),
  )
  const overlays = files.flatMap(({ path: [first, second, ...rest] }) =>
    first === 'overlays' && second !== undefined && rest.length > 0 ? [second] : [],
  )
  const archive = new Blob([await downloadZip(inputs).arrayBuffer()])
  return { name, files: files.length, archive, overlays: [...new Set(overlays)].toSorted() }
}
