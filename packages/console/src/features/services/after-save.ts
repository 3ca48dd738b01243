import type { ServiceType } from '@millwright/contract/wire/services'
import { useSyncExternalStore } from 'react'
import { hasTables } from '../../instance/group-services.ts'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import type { Connection } from '../../widgets/connection/connection-line.tsx'
import { t as connection } from '../../widgets/connection/messages.ts'
import { t } from './messages.ts'

/** Path suffix or query of the request that tests a service's connection. */
type Trial = '/_schema' | '/?include_properties=true' | '?check=true' | '?_check=true'

/**
 * The request that tests a connection: the schema of databases, the root folder of file services, a dedicated check for mail, LDAP and
 * HTTP services if the instance has one; otherwise what the service type declares.
 */
export function trialOf(
  { group, name, trial }: Pick<ServiceType, 'group' | 'name' | 'trial'>,
  has: (feature: string) => boolean,
): Trial | null {
  if (hasTables(group)) return '/_schema'
  if (group === 'File' && name !== 'local_file') return '/?include_properties=true'
  if (name === 'rws') return has('remote-check') ? '?_check=true' : null
  const feature = group === 'Email' ? 'mail-check' : group === 'LDAP' ? 'directory-check' : null
  if (feature !== null) return has(feature) ? '?check=true' : null
  return trial === '?check=true' ? trial : null
}

interface SavedService {
  readonly name: string
  /** The request that tests its connection, or `null` if none does. */
  readonly trial: Trial | null
  readonly isNew: boolean
  readonly clearCache: boolean
  /** Whether error details of the instance are shown. */
  readonly debug: boolean
}

/** Reports that a service is saved, clears its cache if requested, and tests its connection in the background. */
export async function afterSave(saved: SavedService): Promise<void> {
  const { name, trial, isNew } = saved
  const title = `${t.module}: ${name}`
  const cleared = saved.clearCache && (await clearCache(name))
  if (trial === null) {
    const updated = cleared ? t.updatedAndCleared : t.updated
    notify({ type: 'success', title, text: isNew ? t.created : updated })
    return
  }
  const text = isNew ? t.createdAndTesting : t.updatedAndTesting
  notify({ type: 'testing', title, text, tag: testTag(name) })
  await tryConnection(saved, trial)
}

async function clearCache(name: string): Promise<boolean> {
  try {
    await send({ verb: 'DELETE', path: `system/cache/${encodeURIComponent(name)}` })
    return true
  } catch (error) {
    notifyError(error)
    return false
  }
}

/** Tests the connection of a service, shows the result and records it for the form. */
export async function tryConnection(service: Pick<SavedService, 'name' | 'debug'>, trial: Trial): Promise<void> {
  const { name } = service
  const attempt = Symbol(name)
  attempts.set(name, attempt)
  noteConnection(name, 'trying')
  const { result, ...notice } = await triedConnection(service, trial)
  // The settings may have been changed and tested again meanwhile.
  if (attempts.get(name) !== attempt) return
  notify({ title: t.testResult({ name }), tag: testTag(name), ...notice })
  noteConnection(name, result)
}

interface TestOutcome {
  readonly result: Connection
  readonly type: 'success' | 'warning' | 'error'
  readonly text: string
}

async function triedConnection(
  { name, debug }: Pick<SavedService, 'name' | 'debug'>,
  trial: Trial,
): Promise<TestOutcome> {
  try {
    const path = `${encodeURIComponent(name)}${trial}`
    const { data } = await send<Tried | null>({ verb: 'GET', path, ignore401: true })
    if (trial === '?_check=true' && Array.isArray(data?.warnings) && data.warnings.length > 0) {
      const text = [connection.testSucceeded, ...data.warnings].join(' ')
      return { result: { warned: text }, type: 'warning', text }
    }
    const hasTables = trial === '/_schema' && Array.isArray(data?.resource)
    const result = hasTables ? { tables: data.resource.length } : 'works'
    return { result, type: 'success', text: connection.testSucceeded }
  } catch (error) {
    const isOurs = trial === '?check=true' || trial === '?_check=true'
    const showsReason = debug || isOurs || (error instanceof InstanceError && error.kind === 'unreachable')
    const reason = messageOf(error)
    const text = showsReason ? reason : connection.testFailed({ name })
    return { result: showsReason ? { failed: text } : { failed: text, reason }, type: 'error', text }
  }
}

interface Tried {
  readonly warnings?: readonly string[]
  readonly resource?: readonly unknown[]
}

const testTag = (name: string) => `test:${name}`

/** The latest connection test of each service. */
const attempts = new Map<string, symbol>()
/** Results of the last connection tests, in memory until the page is reloaded. */
const results = new Map<string, Connection>()
const listeners = new Set<() => void>()

function noteConnection(service: string, result: Connection): void {
  results.set(service, result)
  for (const listener of [...listeners]) listener()
}

/** The known connection state of a service, by its name. */
export function useConnection(service: string | undefined): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => results.get(service ?? '') ?? 'unknown',
  )
}
