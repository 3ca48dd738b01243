import type { NamedFactor } from '@millwright/contract/wire/two-step'
import { type Clock, isoMicros } from '../../../../platform/clock.ts'
import type { Vault } from '../../../../platform/vault.ts'
import type { Store } from '../../../../store/store.ts'

export interface Passkey extends NamedFactor {
  readonly user_id: number
  readonly credential: string
  readonly public_key: string
  readonly counter: number
  /** JSON. */
  readonly transports: string
}

export interface AppPassword {
  readonly id: number
  readonly user_id: number
}

/** The second factors of a person. */
export interface FactorsOf {
  readonly oneTimeCode: string | null
  readonly recoveryCodes: number
  readonly passkeys: readonly Passkey[]
  readonly appPasswords: readonly NamedFactor[]
}

/** Reads people's second factors, and records their use. Changes are in `factor-changes.ts`. */
export interface Factors {
  of(user: number): Promise<FactorsOf>
  /** The key of the person's authenticator app, and the time step of the last used code. */
  secretOf(user: number): Promise<{ readonly secret: string; readonly lastStep: number } | null>
  /** Returns false if a code of this or a later step was used before. */
  useStep(user: number, step: number): Promise<boolean>
  /** Returns false if the code does not exist or was used before. */
  useRecoveryCode(user: number, hash: string): Promise<boolean>
  passkey(credential: string): Promise<Passkey | null>
  /** Returns false if the stored counter has changed since the passkey was read. */
  usePasskey(passkey: Passkey, counter: number): Promise<boolean>
  appPassword(hash: string): Promise<AppPassword | null>
  hasAppPassword(user: number, id: number): Promise<boolean>
  noteUse(appPassword: number): Promise<void>
}

export function createFactors({ db }: Pick<Store, 'db'>, vault: Vault, clock: Clock): Factors {
  const now = () => isoMicros(clock())
  const named = ['id', 'name', 'created_date', 'last_used_date'] as const

  const passkeys = (user: number) =>
    db.selectFrom('passkey').selectAll().where('user_id', '=', user).orderBy('id').execute()

  return {
    async of(user) {
      const code = await db
        .selectFrom('one_time_code')
        .select('created_date')
        .where('user_id', '=', user)
        .executeTakeFirst()
      const codes = await db.selectFrom('recovery_code').select('hash').where('user_id', '=', user).execute()
      const appPasswords = await db
        .selectFrom('app_password')
        .select(named)
        .where('user_id', '=', user)
        .orderBy('id')
        .execute()
      return {
        oneTimeCode: code?.created_date ?? null,
        recoveryCodes: codes.length,
        passkeys: await passkeys(user),
        appPasswords,
      }
    },

    async secretOf(user) {
      const row = await db.selectFrom('one_time_code').selectAll().where('user_id', '=', user).executeTakeFirst()
      return row === undefined ? null : { secret: vault.open(row.secret), lastStep: row.last_step }
    },

    async useStep(user, step) {
      const { numUpdatedRows } = await db
        .updateTable('one_time_code')
        .set({ last_step: step })
        .where('user_id', '=', user)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async useRecoveryCode(user, hash) {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_code')
        .where('user_id', '=', user)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    async passkey(credential) {
      const row = await db.selectFrom('passkey').selectAll().where('credential', '=', credential).executeTakeFirst()
      return row ?? null
    },

    async usePasskey({ id, counter: before }, counter) {
      const { numUpdatedRows } = await db
        .updateTable('passkey')
        .set({ counter, last_used_date: now() })
        .where('id', '=', id)
        .where('counter', '=', before)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async appPassword(hash) {
      const row = await db
        .selectFrom('app_password')
        .select(['id', 'user_id'])
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row ?? null
    },

    async hasAppPassword(user, id) {
      const row = await db
        .selectFrom('app_password')
        .select('id')
        .where('id', '=', id)
        .where('user_id', '=', user)
        .executeTakeFirst()
      return row !== undefined
    },

    async noteUse(appPassword) {
      await db.updateTable('app_password').set({ last_used_date: now() }).where('id', '=', appPassword).execute()
    },
  }
}
