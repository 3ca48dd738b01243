import type { EventScript } from '@millwright/contract/records/event-script'
import { queryOptions } from '@tanstack/react-query'
import { type Loaded, readRecord, removeRecord, updateRecord } from '../../instance/collections.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { t } from './messages.ts'
import { fromScriptDraft, type OpenScript, type ScriptDraft } from './script-draft.ts'
import { scriptCollection } from './script-queries.ts'

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
  await updateRecord<Partial<EventScript>>({
    collection: scriptCollection,
    id: name,
    changes: fromScriptDraft(name, draft),
    verb: 'POST',
    base: on && stored ? { record: stored, etag: on.etag } : null,
  })
  return readScript(name)
}

export function deleteScript(name: string): Promise<void> {
  return removeRecord(scriptCollection, name)
}

/** Some servers report 404 only in the body. */
function isMissing(error: unknown): boolean {
  return error instanceof InstanceError && (error.status === 404 || error.code === 404)
}
