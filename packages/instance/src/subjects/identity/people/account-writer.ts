import type { By } from '../../../gateway/ports/sign-in.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Actor } from '../../../records/system/declared-table.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { RowReading } from '../../../records/system/row-reading.ts'
import { storedRow, updateRow } from '../../../records/system/rows.ts'
import { type Row, type Tx, transactionOf } from '../../../records/system/sql-runner.ts'
import { WriteLog } from '../../../records/system/write-log.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
import { admin, user } from '../../ground/models/person-model.ts'
import { actorOf } from '../../ground/system/actor.ts'

interface AccountWriterParts extends RowReading {
  readonly store: Store
  readonly clock: Clock
}

/** Changes that people make to their own accounts, each in a transaction with its entries in the audit log (docs/wire/reports.md). */
export interface AccountWriter {
  /** Returns false if the work makes no change or the person does not exist. */
  update(id: number, by: By, work: (stored: Row) => Row | null): Promise<boolean>
  /** For inserting and deleting rows. */
  run<T>(by: By, work: (tx: Tx, actor: Actor, log: WriteLog) => Promise<T>): Promise<T>
}

export function createAccountWriter({ store, clock, vault, kinds }: AccountWriterParts): AccountWriter {
  const dialect = dialectOf(store.engine)

  async function run<T>(by: By, work: (tx: Tx, actor: Actor, log: WriteLog) => Promise<T>): Promise<T> {
    const { result, log } = await store.write(async (statements) => {
      const log = new WriteLog()
      const tx = transactionOf(dialect, statements)
      const result = await work(tx, actorOf(by, log, { clock, vault, kinds, authorize: ofOwnAccount }), log)
      await log.auditLog.write(tx, { vault, kinds, changeRule: null, followUp: null })
      const publication = store.changes.publishIn(statements, log.changes())
      if (publication !== undefined) await publication
      return { result, log }
    })
    store.changes.publishHere(log.changes())
    return result
  }

  return {
    run,
    update: (id, by, work) =>
      run(by, async (tx, actor, log) => {
        const previous = await storedRow(tx, user, id)
        const values = previous === undefined ? null : work(previous)
        if (previous === undefined || values === null) return false
        const declared = previous.is_sys_admin === 0 ? user : admin
        await updateRow(tx, declared, { values, previous }, id, { ...actor, caller: asOwner(by.caller, previous) })
        log.changed('user', id)
        return true
      }),
  }
}

/** No field of an account gives its owner more rights; roles are assigned here by rules of the instance only. */
const ofOwnAccount = async () => undefined

/** The caller as the owner of the account, proven by a code or a security answer. */
export function asOwner(caller: Caller, row: Readonly<Row>): Caller {
  if (caller.user !== null) return caller
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  const owner = {
    id: Number(row.id),
    name: text('name') ?? '',
    username: text('username'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email') ?? '',
    is_sys_admin: row.is_sys_admin !== 0,
    is_root_admin: row.is_root_admin !== 0,
    last_login_date: text('last_login_date'),
    default_app_id: null,
  }
  return { ...caller, user: owner }
}
