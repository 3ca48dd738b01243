import { type Clock, isoMicros, systemClock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { onExistingStore } from '../../../store/open-store.ts'
import type { Store } from '../../../store/store.ts'

/**
 * Makes the administrator with this email address a root administrator, which no API request can do.
 * @returns a sentence that confirms it
 * @throws if there is no such administrator
 */
export async function makeRootAdmin(
  config: Pick<Config, 'dataFolder' | 'databaseUrl'>,
  email: string,
  clock: Clock = systemClock,
): Promise<string> {
  return onExistingStore(config, { beside: true, newest: true }, async (store) => {
    await promote(store, email, clock)
    return `${email} is a root administrator.`
  })
}

/** Like `makeRootAdmin`, on an open store, which notifies listeners of the change. */
export async function promote(store: Store, email: string, clock: Clock): Promise<void> {
  const last_modified_date = isoMicros(clock())
  const promoted = await store.transaction((tx) =>
    tx
      .updateTable('user')
      .set((row) => ({ is_root_admin: 1, last_modified_date, revision: row('revision', '+', 1) }))
      .where((row) => row(row.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
      .where('is_sys_admin', '=', 1)
      .returning('id')
      .execute(),
  )
  if (promoted.length === 0) throw new Error(`No administrator has the email address ${email}.`)
  await store.changes.publish([{ table: 'user', ids: promoted.map(({ id }) => id) }])
}
