import { Problem } from '@millwright/contract/problem'
import type { By } from '../../../../gateway/ports/sign-in.ts'
import { isoMicros } from '../../../../platform/clock.ts'
import type { Vault } from '../../../../platform/vault.ts'
import { storedRow, updateRow } from '../../../../records/system/rows.ts'
import type { Row, Tx } from '../../../../records/system/sql-runner.ts'
import { user as userTable } from '../../../ground/models/person-model.ts'
import { type AccountWriter, asOwner } from '../account-writer.ts'
import { hashOfAppPassword, hashOfWords } from './factor-secrets.ts'
import { auditedFactors } from './policy.ts'

export interface NewPasskey {
  readonly name: string
  readonly credential: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/**
 * Changes a person's second factors, each in a transaction with its entry in the audit log. Adding the first factor or removing
 * one ends all tokens of the person.
 */
export interface FactorChanges {
  setOneTimeCode(user: number, secret: string, step: number, recoveryCodes: readonly string[], by: By): Promise<void>
  removeOneTimeCode(user: number, by: By): Promise<void>
  setRecoveryCodes(user: number, codes: readonly string[], by: By): Promise<void>
  /** `recoveryCodes`: for a first factor. */
  addPasskey(user: number, passkey: NewPasskey, recoveryCodes: readonly string[], by: By): Promise<number>
  /** Throws a 404 if the person does not have it. */
  removePasskey(user: number, id: number, by: By): Promise<void>
  renamePasskey(user: number, id: number, name: string, by: By): Promise<void>
  addAppPassword(user: number, name: string, password: string, by: By): Promise<number>
  removeAppPassword(user: number, id: number, by: By): Promise<void>
  /** Removes all second factors, including app passwords. */
  reset(user: number, by: By): Promise<void>
}

export function createFactorChanges(writes: AccountWriter, vault: Vault): FactorChanges {
  function change<T>(
    user: number,
    by: By,
    endsSessions: boolean,
    work: (tx: Tx, date: string) => Promise<T>,
  ): Promise<T> {
    return writes.run(by, async (tx, actor, log) => {
      const person = await storedRow(tx, userTable, user)
      if (person === undefined) throw new Problem(404, 'There is no such person.')
      const previous = await summary(tx, person)
      const worked = await work(tx, isoMicros(actor.now))
      const next = await summary(tx, person)
      // A person who proves it while signing in is not signed in yet.
      const caller = asOwner(actor.caller, person)
      actor.auditLog.note({ declared: auditedFactors, key: user, previous, next }, { ...actor, caller })
      if (endsSessions) {
        const values = { token_generation: Number(person.token_generation) + 1 }
        await updateRow(tx, userTable, { values, previous: person }, user, { ...actor, caller })
      }
      log.changed('user', user)
      return worked
    })
  }

  async function replaceCodes(tx: Tx, user: number, codes: readonly string[]): Promise<void> {
    await tx.all('DELETE FROM "recovery_code" WHERE "user_id" = ?', user)
    for (const code of codes) {
      await tx.all('INSERT INTO "recovery_code" ("user_id", "hash") VALUES (?, ?)', user, hashOfWords(code))
    }
  }

  return {
    setOneTimeCode: (user, secret, step, recoveryCodes, by) =>
      change(user, by, true, async (tx, date) => {
        await tx.all('DELETE FROM "one_time_code" WHERE "user_id" = ?', user)
        await tx.all(
          'INSERT INTO "one_time_code" ("user_id", "secret", "last_step", "created_date") VALUES (?, ?, ?, ?)',
          user,
          vault.seal(secret),
          step,
          date,
        )
        if (recoveryCodes.length > 0) await replaceCodes(tx, user, recoveryCodes)
      }),

    removeOneTimeCode: (user, by) =>
      change(user, by, true, async (tx) => {
        await tx.all('DELETE FROM "one_time_code" WHERE "user_id" = ?', user)
        await forgetUnusedCodes(tx, user)
      }),

    setRecoveryCodes: (user, codes, by) => change(user, by, false, (tx) => replaceCodes(tx, user, codes)),

    addPasskey: (user, { name, credential, publicKey, counter, transports }, recoveryCodes, by) =>
      change(user, by, true, async (tx, date) => {
        if ((await tx.first('SELECT "id" FROM "passkey" WHERE "credential" = ?', credential)) !== undefined) {
          throw new Problem(409, 'This passkey is already registered.')
        }
        const passkeyRow = await tx.first(
          `INSERT INTO "passkey" ("user_id", "name", "credential", "public_key", "counter", "transports", "created_date")
            VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING "id"`,
          user,
          name,
          credential,
          publicKey,
          counter,
          JSON.stringify(transports),
          date,
        )
        if (recoveryCodes.length > 0) await replaceCodes(tx, user, recoveryCodes)
        return Number(passkeyRow?.id)
      }),

    removePasskey: (user, id, by) =>
      change(user, by, true, async (tx) => {
        await removeOwn(tx, 'passkey', user, id)
        await forgetUnusedCodes(tx, user)
      }),

    renamePasskey: (user, id, name, by) =>
      change(user, by, false, async (tx) => {
        const found = await tx.first(
          'UPDATE "passkey" SET "name" = ? WHERE "id" = ? AND "user_id" = ? RETURNING "id"',
          name,
          id,
          user,
        )
        if (found === undefined) throw notThere('passkey', id)
      }),

    addAppPassword: (user, name, password, by) =>
      change(user, by, false, async (tx, date) => {
        const passwordRow = await tx.first(
          'INSERT INTO "app_password" ("user_id", "name", "hash", "created_date") VALUES (?, ?, ?, ?) RETURNING "id"',
          user,
          name,
          hashOfAppPassword(password),
          date,
        )
        return Number(passwordRow?.id)
      }),

    removeAppPassword: (user, id, by) => change(user, by, false, (tx) => removeOwn(tx, 'app_password', user, id)),

    reset: (user, by) =>
      change(user, by, true, async (tx) => {
        for (const table of ['one_time_code', 'recovery_code', 'passkey', 'app_password']) {
          await tx.all(`DELETE FROM "${table}" WHERE "user_id" = ?`, user)
        }
      }),
  }
}

async function removeOwn(tx: Tx, table: 'passkey' | 'app_password', user: number, id: number): Promise<void> {
  const gone = await tx.first(`DELETE FROM "${table}" WHERE "id" = ? AND "user_id" = ? RETURNING "id"`, id, user)
  if (gone === undefined) throw notThere(table === 'passkey' ? 'passkey' : 'app password', id)
}

const notThere = (what: string, id: number) => new Problem(404, `You have no ${what} ${id}.`)

/** Recovery codes are a fallback for another factor and not sufficient alone. */
async function forgetUnusedCodes(tx: Tx, user: number): Promise<void> {
  await tx.all(
    `DELETE FROM "recovery_code" WHERE "user_id" = ?
      AND NOT EXISTS (SELECT 1 FROM "one_time_code" WHERE "user_id" = ?) AND NOT EXISTS (SELECT 1 FROM "passkey" WHERE "user_id" = ?)`,
    user,
    user,
    user,
  )
}

async function summary(tx: Tx, person: Row): Promise<Row> {
  const { id } = person
  const names = async (table: 'passkey' | 'app_password') => {
    const rows = await tx.all(`SELECT "name" FROM "${table}" WHERE "user_id" = ? ORDER BY "id"`, id)
    return rows.map(({ name }) => name).join(', ') || null
  }
  const code = await tx.first('SELECT "created_date" FROM "one_time_code" WHERE "user_id" = ?', id)
  const codes = await tx.all('SELECT "hash" FROM "recovery_code" WHERE "user_id" = ?', id)
  return {
    name: person.email,
    one_time_code: code === undefined ? null : `since ${code.created_date}`,
    recovery_codes: codes.length,
    passkeys: await names('passkey'),
    app_passwords: await names('app_password'),
  }
}
