import { invalid } from '@millwright/contract/problem'
import type { Vault } from '../../platform/vault.ts'
import { maskMembers, restoreMembers } from '../../records/secret-members.ts'

type Task = Readonly<Record<string, unknown>>

/** The JSON text that a task sends, as it was written; null: none. `stored`: sealed, or from before payloads were sealed. */
export function openPayload(stored: unknown, vault: Vault): string | null {
  if (typeof stored !== 'string') return null
  try {
    return vault.open(stored)
  } catch {
    return stored
  }
}

/** A stored payload as it is answered: members whose names say that they are secret are masked. */
export function maskPayload(stored: unknown, vault: Vault): string | null {
  const text = openPayload(stored, vault)
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  const masked = JSON.stringify(maskMembers(value))
  return masked === JSON.stringify(value) ? text : masked
}

/**
 * A sent payload as it is stored, with what is stored in place of masks; undefined when it is not sent.
 * @throws {Problem} 400 when secrets that were not sent again would go to another service or resource
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
