import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { serviceMessages } from './messages.ts'

export interface SavedService {
  readonly name: string
  /** Its kind has tables, and so a connection that can be tried. */
  readonly database: boolean
  readonly isNew: boolean
  readonly clearCache: boolean
  /** The instance says what went wrong in its own words. */
  readonly debug: boolean
}

/** Tells that a service is saved, clears what is kept of it if that was asked for, and tries a database in the background. */
export async function afterSave(saved: SavedService): Promise<void> {
  const { name, database, isNew } = saved
  const title = `${serviceMessages.module}: ${name}`
  const cleared = saved.clearCache && (await clearCache(name))
  if (!database) {
    const updated = cleared ? serviceMessages.updatedAndCleared : serviceMessages.updated
    notify({ type: 'success', title, text: isNew ? serviceMessages.created : updated })
    return
  }
  const text = isNew ? serviceMessages.createdAndTesting : serviceMessages.updatedAndTesting
  notify({ type: 'testing', title, text, tag: testTag(name) })
  await testConnection(saved)
}

async function clearCache(name: string): Promise<boolean> {
  try {
    await send({ verb: 'DELETE', path: `system/cache/${encodeURIComponent(name)}` })
    return true
  } catch (error) {
    notifyRefusal(error)
    return false
  }
}

async function testConnection({ name, debug }: SavedService): Promise<void> {
  const about = { title: `Test Result for ${name}`, tag: testTag(name) }
  try {
    await send({ verb: 'GET', path: `${encodeURIComponent(name)}/_schema`, ignore401: true })
    notify({ ...about, type: 'success', text: serviceMessages.testSucceeded })
  } catch (error) {
    const told = debug || (error instanceof InstanceError && error.kind === 'unreachable')
    notify({ ...about, type: 'error', text: told ? messageOf(error) : serviceMessages.testFailed(name) })
  }
}

const testTag = (name: string) => `test ${name}`
