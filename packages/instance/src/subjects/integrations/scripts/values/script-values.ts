import { Problem } from '@millwright/contract/problem'
import type { ScriptAnswer, ScriptCall } from '../../../../gateway/ports/script-runner.ts'
import type { Vault } from '../../../../platform/vault.ts'
import type { Author } from '../../../../request/caller.ts'
import type { Store } from '../../../../store/store.ts'

/** Values that scripts keep between runs: `platform.store` (docs/wire/scripts.md). */
export interface ScriptValues {
  /**
   * `GET` or `PUT` of `store:{name}`, among the values of an author, or of all scripts of full administrators. Throws a 404 if
   * the value does not exist, a 400 if it cannot be stored.
   */
  call(call: ScriptCall, of: Author | null): Promise<ScriptAnswer>
}

/** Prefix of value names in calls, in place of a URL. */
export const valueScheme = 'store:'

/** Prefix of the values of one author. Scripts cannot use it in names, so they cannot access another author's values. */
const ownPrefix = '\u0001'
const longestName = 255
const longestValue = 64 * 1024
const maxValues = 10_000

export function createScriptValues(store: Pick<Store, 'db' | 'transaction'>, vault: Vault): ScriptValues {
  async function read(key: string, name: string): Promise<ScriptAnswer> {
    const row = await store.db.selectFrom('script_value').select('value').where('name', '=', key).executeTakeFirst()
    if (row === undefined) throw new Problem(404, `There is no value named '${name}'.`)
    return answered(`{"value":${vault.open(row.value)}}`)
  }

  async function write(name: string, value: unknown): Promise<ScriptAnswer> {
    const text = JSON.stringify(value ?? null)
    if (text.length > longestValue) throw new Problem(400, `A value can have at most ${longestValue} characters.`)
    const sealed = vault.seal(text)
    await store.transaction(async (tx) => {
      const known = await tx.selectFrom('script_value').select('name').where('name', '=', name).executeTakeFirst()
      if (known === undefined) {
        const { count } = await tx
          .selectFrom('script_value')
          .select((row) => row.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
        if (Number(count) >= maxValues) throw new Problem(400, `Scripts can store at most ${maxValues} values.`)
      }
      await tx
        .insertInto('script_value')
        .values({ name, value: sealed })
        .onConflict((on) => on.column('name').doUpdateSet({ value: sealed }))
        .execute()
    })
    return answered('{"success":true}')
  }

  return {
    async call({ verb, path, payload }, of) {
      const name = path.slice(valueScheme.length)
      if (name === '' || name.length > longestName || name.includes('\0') || name.startsWith(ownPrefix)) {
        throw new Problem(400, `The name of a value has 1 to ${longestName} characters.`)
      }
      const key = of === null ? name : `${ownPrefix}${of.userId ?? ''} ${of.appId ?? ''} ${name}`
      if (verb === 'GET') return read(key, name)
      if (verb === 'PUT') return write(key, payload)
      throw new Problem(400, `${verb} is not supported on values: they are read with GET and written with PUT.`)
    },
  }
}

const answered = (body: string): ScriptAnswer => ({ status: 200, contentType: 'application/json', headers: {}, body })
