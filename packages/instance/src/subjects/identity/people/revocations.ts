import type { Clock } from '../../../platform/clock.ts'
import type { Change } from '../../../store/changes.ts'
import type { Store } from '../../../store/store.ts'

/** Revoked tokens and sessions, by the ids in tokens. */
export interface Revocations {
  /** Incremented with every revocation and change of a service on any node, after which earlier negative lookups are invalid. */
  readonly epoch: number
  /** Whether any of these ids is revoked. */
  has(...jtis: readonly string[]): Promise<boolean>
  /** `until`: Unix time in seconds after which the token is useless anyway. Returns false if it was revoked already. */
  add(jti: string, until: number): Promise<boolean>
  /** Requires at least one id. */
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
    if (table === 'token_revocation' || table === 'service') epoch += 1
  })

  async function purge(): Promise<void> {
    if (clock() - purged < purgeEvery) return
    purged = clock()
    await db
      .deleteFrom('token_revocation')
      .where('expires', '<', Math.floor(clock() / 1000))
      .execute()
  }

  /** Returns whether at least one was not revoked before. */
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
      const publication = changes.publishIn(statements, ended)
      if (publication !== undefined) await publication
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
