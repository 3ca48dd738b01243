import type { Clock } from '../../platform/clock.ts'
import type { Change } from '../../store/changes.ts'
import type { Store } from '../../store/store.ts'

/** The tokens and sessions that were ended before their time, by the identifiers that tokens carry. */
export interface Revocations {
  /** Grows with every token that ends anywhere: what was found not revoked has to be looked up again. */
  readonly epoch: number
  /** Whether any of them was. */
  has(...jtis: readonly string[]): Promise<boolean>
  /** `until`: unix seconds after which the token could do nothing anyway. False when it had ended already. */
  add(jti: string, until: number): Promise<boolean>
  /** At least one. */
  addAll(jtis: readonly string[], until: number): Promise<void>
}

const purgeEvery = 3_600_000

export function createRevocations(
  { db, writeBriefly, changes }: Pick<Store, 'db' | 'writeBriefly' | 'changes'>,
  clock: Clock,
): Revocations {
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

  /** Whether one of them had not ended before. */
  async function insert(jtis: readonly string[], until: number): Promise<boolean> {
    await purge()
    const ended: readonly Change[] = [{ table: 'token_revocation', ids: [] }]
    const compiled = db
      .insertInto('token_revocation')
      .values(jtis.map((jti) => ({ jti, expires: until })))
      .onConflict((conflict) => conflict.column('jti').doNothing())
      .returning('jti')
      .compile()
    const added = await writeBriefly(async (statements) => {
      const row = await statements.first(compiled.sql, compiled.parameters)
      const told = changes.publishIn(statements, ended)
      if (told !== undefined) await told
      return row !== undefined
    })
    changes.publishHere(ended)
    return added
  }

  return {
    get epoch() {
      return epoch
    },
    async has(...jtis) {
      const row = await db.selectFrom('token_revocation').select('jti').where('jti', 'in', jtis).executeTakeFirst()
      return row !== undefined
    },
    add: (jti, until) => insert([jti], until),
    async addAll(jtis, until) {
      await insert(jtis, until)
    },
  }
}
