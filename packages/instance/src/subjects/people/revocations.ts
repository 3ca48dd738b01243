import type { Clock } from '../../platform/clock.ts'
import type { Store } from '../../store/store.ts'

/** The tokens that were ended before their time. */
export interface Revocations {
  /** Grows with every token that ends anywhere: what was found not revoked has to be looked up again. */
  readonly epoch: number
  has(jti: string): Promise<boolean>
  /** `until`: unix seconds after which the token could do nothing anyway. False when it had ended already. */
  add(jti: string, until: number): Promise<boolean>
}

const purgeEvery = 3_600_000

export function createRevocations({ db, changes }: Pick<Store, 'db' | 'changes'>, clock: Clock): Revocations {
  let epoch = 0
  let purged = 0
  changes.subscribe(({ table }) => {
    if (table === 'token_revocation') epoch += 1
  })

  async function purge(): Promise<void> {
    if (clock() - purged < purgeEvery) return
    purged = clock()
    await db
      .deleteFrom('token_revocation')
      .where('expires', '<', Math.floor(clock() / 1000))
      .execute()
  }

  return {
    get epoch() {
      return epoch
    },
    async has(jti) {
      const row = await db.selectFrom('token_revocation').select('jti').where('jti', '=', jti).executeTakeFirst()
      return row !== undefined
    },
    async add(jti, until) {
      await purge()
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('token_revocation')
        .values({ jti, expires: until })
        .onConflict((conflict) => conflict.column('jti').doNothing())
        .executeTakeFirstOrThrow()
      await changes.publish([{ table: 'token_revocation', ids: [] }])
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
  }
}
