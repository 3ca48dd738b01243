import type { EventScript } from '@millwright/contract/records/event-script'
import { queryOptions } from '@tanstack/react-query'
import { type Loaded, readRecord, removeRecord, updateRecord } from '../../instance/collections.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import type { LinkValues } from '../../widgets/code/script-source/script-link.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'
import { scriptCollection } from './script-queries.ts'

/** The script of an event: stored, or a draft. */
export interface OpenScript {
  readonly name: string
  readonly stored: Partial<EventScript> | null
}

/** The form values of a script. */
export type ScriptDraft = LinkValues & {
  readonly type: string
  readonly is_active: boolean
  readonly allow_event_modification: boolean
  readonly content: string
  /** JSON text. */
  readonly config: string
}

export const scriptLabels = {
  type: t.scriptType,
  is_active: tabWords.active,
  allow_event_modification: t.allowModification,
  content: tabWords.script,
  storage_service_id: t.linkedService,
  scm_repository: t.repository,
  scm_reference: t.branchOrTag,
  storage_path: tabWords.path,
  config: t.configuration,
}

export function toScriptDraft(open: OpenScript | null): ScriptDraft {
  const stored = open?.stored ?? {}
  return {
    type: stored.type ?? 'nodejs',
    is_active: stored.is_active === true,
    allow_event_modification: stored.allow_event_modification === true,
    content: isLinked(stored) ? '' : (stored.content ?? ''),
    storage_service_id: stored.storage_service_id ? String(stored.storage_service_id) : '',
    scm_repository: stored.scm_repository ?? '',
    scm_reference: stored.scm_reference ?? '',
    storage_path: stored.storage_path ?? '',
    config: textOf(stored.config),
  }
}

/** The body of a save: complete, since servers may clear properties that are missing. */
export function fromScriptDraft(name: string, draft: ScriptDraft): object {
  const linked = draft.storage_service_id !== ''
  const text = (value: string) => (linked && value.trim() !== '' ? value.trim() : null)
  return {
    name,
    type: draft.type,
    is_active: draft.is_active,
    allow_event_modification: draft.allow_event_modification,
    content: linked ? '' : draft.content,
    storage_service_id: linked ? Number(draft.storage_service_id) : null,
    scm_repository: text(draft.scm_repository),
    scm_reference: text(draft.scm_reference),
    storage_path: text(draft.storage_path),
    config: draft.config.trim() === '' ? null : draft.config,
  }
}

export function checkScript({ config }: ScriptDraft): FormProblem | null {
  if (config.trim() === '' || isObject(config)) return null
  return { fields: { config: t.configWrong }, general: [] }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function isLinked({ storage_service_id }: Partial<EventScript>): boolean {
  return storage_service_id !== null && storage_service_id !== undefined && storage_service_id !== 0
}

/** Some servers return an object instead of JSON text. */
function textOf(config: unknown): string {
  if (config === null || config === undefined) return ''
  return typeof config === 'string' ? config : JSON.stringify(config, null, 2)
}

/** The script of an event. Refetched each time it is opened, but never while it is edited. */
export function openScriptQuery(name: string) {
  return queryOptions({
    queryKey: ['open-script', name],
    queryFn: ({ signal }) => readScript(name, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Reads the script of an event; an event without a script yields a draft. */
export async function readScript(name: string, signal?: AbortSignal): Promise<Loaded<OpenScript>> {
  try {
    const { record, etag } = await readRecord<Partial<EventScript>>(scriptCollection, name, {}, signal)
    return { record: { name, stored: record }, etag }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { record: { name, stored: null }, etag: null }
  }
}

/**
 * Creates or updates the script of an event. If `on` is `null`, overwrites any stored version. Throws `InstanceError`: of kind `conflict`
 * if someone else saved the script since it was read, with status 404 if someone deleted it.
 */
export async function saveScript(
  name: string,
  draft: ScriptDraft,
  on: Loaded<OpenScript> | null,
): Promise<Loaded<OpenScript>> {
  const stored = on?.record.stored ?? null
  if (on !== null) {
    const now = (await readScript(name)).record.stored
    if (stored === null && now !== null) throw new InstanceError(t.otherWroteScript, { kind: 'conflict', status: 412 })
    if (stored !== null && now === null) throw new InstanceError(t.otherDeletedScript, { status: 404 })
  }
  const changes = fromScriptDraft(name, draft)
  await updateRecord<Partial<EventScript>>({
    collection: scriptCollection,
    id: name,
    changes,
    verb: 'POST',
    base: on && stored ? { record: stored, etag: on.etag } : null,
  })
  // It is stored: a failed reading must not say that it is not.
  return readScript(name).catch(() => ({ record: { name, stored: { ...stored, ...changes } }, etag: null }))
}

export function deleteScript(name: string): Promise<void> {
  return removeRecord(scriptCollection, name)
}

/** Some servers report 404 only in the body. */
function isMissing(error: unknown): boolean {
  return error instanceof InstanceError && (error.status === 404 || error.code === 404)
}
