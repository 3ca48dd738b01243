import { invalid } from '@millwright/contract/problem'
import type { Vault } from '../../../platform/vault.ts'
import { maskMembers, restoreMembers } from '../../../records/secret-members.ts'

type Task = Readonly<Record<string, unknown>>

/**
 * Returns the JSON text that a task sends, as written, or `null` if there is none. `stored`: encrypted, or plain if it was
 * stored before payloads were encrypted.
 */
export function openPayload(stored: unknown, vault: Vault): string | null {
  if (typeof stored !== 'string') return null
  try {
    return vault.open(stored)
  } catch {
    return stored
  }
}

/** A stored payload for a response, with members masked whose names mark them as secret. */
export function maskPayload(stored: unknown, vault: Vault): string | null {
  const text = openPayload(stored, vault)
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  const masked = JSON.stringify(maskMembers(value))
  return masked === JSON.stringify(value) ? text : masked
}

/**
 * Encrypts a payload for storage, with masks replaced by the stored values. Returns undefined if none was sent.
 * @throws {Problem} 400 if masked secrets would be sent to another service or resource
 */
export function sealPayload(values: Task, previous: Task | null, vault: Vault): string | null | undefined {
  const { payload } = values
  if (payload === null) return null
  const stored = openPayload(previous?.payload, vault)
  if (typeof payload !== 'string') {
    if (stored !== null && maskPayload(stored, vault) !== stored) refuseMoved(values, previous)
    return undefined
  }
  const sent: unknown = JSON.parse(payload)
  const restored = JSON.stringify(restoreMembers(sent, stored === null ? null : JSON.parse(stored)))
  const keepsSecret = restored !== JSON.stringify(sent)
  if (keepsSecret) refuseMoved(values, previous)
  return vault.seal(keepsSecret ? restored : payload)
}

function refuseMoved(values: Task, previous: Task | null): void {
  const moved = ['service_id', 'component'].find(
    (name) => values[name] !== undefined && previous !== null && values[name] !== previous[name],
  )
  if (moved !== undefined) throw invalid({ payload: [`payload must be sent again, because ${moved} changes.`] })
}
