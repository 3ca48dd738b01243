import type { Passwords } from '../../../gateway/parts.ts'
import { type Clock, isoMicros, systemClock } from '../../../platform/clock.ts'
import { createRedisClient } from '../../../platform/connections/redis.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { onExistingStore } from '../../../store/open-store.ts'
import type { Store } from '../../../store/store.ts'
import { lengthProblem } from '../../identity/people/password-rule.ts'
import { createPasswords } from '../../identity/people/passwords.ts'
import { generatePassword } from '../seed/seed.ts'

type ResetConfig = Pick<Config, 'dataFolder' | 'databaseUrl' | 'redisUrl' | 'passwordMinLength'>

/**
 * Sets a new password for the user or administrator with this email address, ends their sessions, and resets stored login
 * failures (docs/operate/keys.md). A running instance is notified.
 * @param newPassword the new password, or null to generate one
 * @returns the generated password, or null if one was given
 * @throws if no account has the address, or the password is too short
 */
export async function resetPassword(
  config: ResetConfig,
  email: string,
  newPassword: string | null,
  { clock = systemClock, passwords = createPasswords() }: { clock?: Clock; passwords?: Pick<Passwords, 'hash'> } = {},
): Promise<string | null> {
  const problem = newPassword === null ? null : lengthProblem('password', newPassword, config.passwordMinLength)
  if (problem !== null) throw new Error(problem)
  const password = newPassword ?? generatePassword(config.passwordMinLength)
  await onExistingStore(config, { beside: true, newest: true }, async (store) => {
    await setPassword(store, email, await passwords.hash(password), clock)
    await forgetFailures(store)
  })
  if (config.redisUrl !== null) await forgetFailuresInRedis(config.redisUrl)
  return newPassword === null ? password : null
}

async function setPassword(store: Store, email: string, hash: string, clock: Clock): Promise<void> {
  const columns = { password: hash, confirm_code: null, confirm_code_date: null }
  const changed = await store.transaction((tx) =>
    tx
      .updateTable('user')
      .set((row) => ({
        ...columns,
        last_modified_date: isoMicros(clock()),
        token_generation: row('token_generation', '+', 1),
        revision: row('revision', '+', 1),
      }))
      .where((row) => row(row.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
      .returning('id')
      .execute(),
  )
  if (changed.length === 0) throw new Error(`No account has the email address ${email}.`)
  await store.changes.publish([{ table: 'user', ids: changed.map(({ id }) => id) }])
}

/** Counters are not stored by person, so all of them are reset. Known addresses of successful logins are retained. */
async function forgetFailures(store: Store): Promise<void> {
  if (!store.engine.store.isShared) return
  await store.write(async (tx) => {
    await tx.all(`delete from login_failure where name not like 'familiar %'`, [])
  })
}

async function forgetFailuresInRedis(url: string): Promise<void> {
  const client = createRedisClient({ url, patience: 5000 })
  try {
    await client.run(async (redis) => {
      for await (const keys of redis.scanStream({ match: 'millwright:login:failures:*', count: 1000 }))
        if (keys.length > 0) await redis.unlink(...keys)
    })
  } finally {
    await client.close()
  }
}

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
