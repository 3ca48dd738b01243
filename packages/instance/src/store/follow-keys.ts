import { messageOf } from '@millwright/connector/error-words'
import type { Log } from '../platform/log.ts'
import type { KeyRing, StoredKeys } from '../platform/vault.ts'
import type { Db, Store } from './store.ts'
import { ignoreUnavailable } from './store-problems.ts'

/** The setting that stores the keys of the instance; absent until the first rotation. */
export const keysSetting = 'keys'

/** Milliseconds between polls, for a node that missed a notification. */
const lookInterval = 5000

/**
 * Updates a key ring with the stored keys, now and whenever they change. Returns a function that stops it.
 * @throws if the secret opens none of them
 */
export async function followKeys(store: Store, ring: KeyRing, log: Log): Promise<() => void> {
  let adopted: string | null = null
  let turns = 0

  async function look(): Promise<void> {
    turns += 1
    const turn = turns
    const text = await storedText(store.db)
    // Of two concurrent reads, the later one has the newer keys.
    if (text === adopted || turn !== turns) return
    ring.adopt(parseKeys(text))
    adopted = text
  }

  // If the store is unavailable, the next poll retries.
  const lookAgain = () =>
    void look()
      .catch(ignoreUnavailable)
      .catch((error: unknown) => log(`Could not read the keys of the instance: ${messageOf(error)}`))
  await look()
  const unsubscribe = store.changes.subscribe(({ table }) => {
    if (table === 'setting') lookAgain()
  })
  const timer = setInterval(lookAgain, lookInterval).unref()
  return () => {
    unsubscribe()
    clearInterval(timer)
  }
}

/** Returns the value of the setting, or `null` if it is absent. */
export async function storedText(db: Db): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', keysSetting).executeTakeFirst()
  return row?.value ?? null
}

/** Parses the keys in the setting. */
export function parseKeys(text: string | null): StoredKeys | null {
  return text === null ? null : (JSON.parse(text) as StoredKeys)
}
