import { invalid, Problem } from '@millwright/contract/problem'
import { compileRole, hasRows } from '../../../access/compile-role.ts'
import { requestBeyondRights } from '../../../access/handed-role.ts'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { By } from '../../../gateway/ports/sign-in.ts'
import { hasTables } from '../../../gateway/service-kind.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import { insertRow, storedRow, updateRow } from '../../../records/system/rows.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { Caller } from '../../../request/caller.ts'
import { noRole } from '../../../request/compiled-role.ts'
import type { Store } from '../../../store/store.ts'
import { accessRequest } from '../../ground/models/access-models.ts'
import type { AccountWriter } from '../people/account-writer.ts'
import type { AskedAccess, RequestDecision } from './asked-access.ts'

interface BookParts {
  readonly store: Store
  readonly clock: Clock
  readonly kinds: ServiceKinds
  readonly writes: AccountWriter
}

/** Writes requests for access, and decisions about them (docs/wire/access-requests.md). */
export interface RequestBook {
  /** Returns the ids of the requests: of equal ones that are open, or new ones, all or none. Throws a 429 beyond 5 open ones and 20 a day. */
  ask(newRequests: readonly AskedAccess[], by: By): Promise<readonly number[]>
  /** Throws a 409 if someone else has decided, a 403 for rights that the caller lacks. */
  decide(id: number, decision: RequestDecision, by: By): Promise<void>
  /** Marks grants that have ended, and requests that were not decided in 30 days. */
  sweep(): Promise<void>
}

const most = { open: 5, daily: 20 }
const day = 86_400_000
const longestWait = 30 * day
/** What is in these is given by roles only. */
const byRolesOnly: ReadonlySet<string> = new Set(['system', 'user', 'api_docs'])

export function createRequestBook({ store, clock, kinds, writes }: BookParts): RequestBook {
  async function ask(newRequests: readonly AskedAccess[], by: By): Promise<readonly number[]> {
    const subject = requestingSubject(by.caller)
    if (subject === null) throw noSubject(by.caller)
    const byRole = newRequests.find(({ service }) => byRolesOnly.has(service))
    if (byRole !== undefined) throw invalid({ service: [`Access to '${byRole.service}' is given by roles only.`] })
    const { column, id } = subject
    return writes.run(by, async (tx, actor, log) => {
      await tx.first(`SELECT "id" FROM "${column === 'user_id' ? 'user' : 'app'}" WHERE "id" = ?${tx.dialect.lock}`, id)
      const own = await tx.all(
        `SELECT * FROM "access_request" WHERE "${column}" = ? AND ("status" = 'pending' OR "created_date" > ?)`,
        id,
        isoMicros(clock() - day),
      )
      const ids: number[] = []
      for (const each of newRequests) {
        const service = await tx.first('SELECT "id" FROM "service" WHERE lower("name") = ?', each.service)
        if (service === undefined) throw new Problem(404, `Could not find a service with a name of ${each.service}`)
        const same = own.find((row) => isOpen(row) && isSame(row, each, service.id))
        if (same === undefined) refuseMore(own)
        const values = valuesOf(each, service.id)
        const row = same ?? { ...values, ...(await insertRow(tx, accessRequest, values, actor)) }
        if (same === undefined) {
          own.push(row)
          log.changed('access_request', Number(row.id))
        }
        ids.push(Number(row.id))
      }
      return ids
    })

    function valuesOf({ component, mask, note }: AskedAccess, service: unknown): Row {
      return { [column]: id, service_id: Number(service), component, verb_mask: mask, note, status: 'pending' }
    }
  }

  async function decide(id: number, decision: RequestDecision, by: By): Promise<void> {
    const now = clock()
    await writes.run(by, async (tx, actor, log) => {
      const previous = await storedRow(tx, accessRequest, id)
      if (previous === undefined) throw new Problem(404, `There is no access request with the identifier ${id}.`)
      const values =
        decision.status === 'expired' ? ended(previous, now) : await decided(tx, previous, decision, by.caller)
      await updateRow(tx, accessRequest, { values, previous }, id, actor)
      log.changed('access_request', id)
    })
  }

  async function decided(
    tx: Tx,
    row: Row,
    decision: Exclude<RequestDecision, { status: 'expired' }>,
    caller: Caller,
  ): Promise<Row> {
    if (!isOpen(row)) throw new Problem(409, `This request is ${row.status} already${await byWhom(tx, row)}.`)
    const person = personOf(caller)
    if (row.user_id === person) throw new Problem(403, 'Access Forbidden. No one decides about their own request.')
    const decisionFields = { decided_by_id: person, decided_date: isoMicros(clock()) }
    if (decision.status === 'denied') return { ...decisionFields, status: 'denied' }
    const service = await tx.first('SELECT "name", "type" FROM "service" WHERE "id" = ?', row.service_id)
    const granted = {
      granted_mask: decision.mask ?? Number(row.verb_mask),
      filters: decision.filters,
      filter_op: decision.filterOp,
    }
    const kind = kinds.of(String(service?.type))
    const isFilterable = kind === undefined || kind === null || hasTables(kind.group)
    if (granted.filters !== null && !(isFilterable && hasRows(Number(row.service_id), String(row.component)))) {
      throw invalid({
        filters: ["Row filters only apply to tables of databases ('_table/…', or '*' for a whole database)."],
      })
    }
    const role = compileRole({ ...noRole, is_active: 1 }, [
      {
        id: Number(row.id),
        service_id: Number(row.service_id),
        service_name: String(service?.name),
        component: String(row.component),
        verb_mask: granted.granted_mask,
        requestor_mask: 1,
        filters: granted.filters,
        filter_op: granted.filter_op,
      },
    ])
    const beyond = requestBeyondRights(caller, role)
    if (beyond !== null) {
      throw new Problem(
        403,
        `Access Forbidden. This would allow ${beyond}, and no one can grant rights that they lack.`,
      )
    }
    return { ...decisionFields, ...granted, status: 'approved', until: decision.until }
  }

  return {
    ask,
    decide,
    async sweep() {
      const now = isoMicros(clock())
      const old = isoMicros(clock() - longestWait)
      const due = store.db
        .selectFrom('access_request')
        .select('id')
        .where((where) =>
          where.or([
            where.and([where('status', '=', 'approved'), where('until', '<=', now)]),
            where.and([where('status', '=', 'pending'), where('created_date', '<', old)]),
          ]),
        )
      if ((await due.limit(1).executeTakeFirst()) === undefined) return
      await store.db.updateTable('access_request').set({ status: 'expired' }).where('id', 'in', due).execute()
    },
  }
}

/** Withdrawn, or revoked from now on. */
function ended(row: Row, now: number): Row {
  if (row.status === 'approved') return { status: 'expired', until: isoMicros(now) }
  if (row.status === 'pending') return { status: 'expired' }
  throw new Problem(409, `This request is ${row.status} already.`)
}

/** Throws a 429 if there are as many requests as may be. */
function refuseMore(own: readonly Row[]): void {
  if (own.filter(isOpen).length >= most.open) {
    throw new Problem(
      429,
      `At most ${most.open} requests for access may be open. Wait for a decision, or withdraw one.`,
    )
  }
  if (own.length >= most.daily) {
    throw new Problem(429, `At most ${most.daily} requests for access are possible in a day. Try again later.`)
  }
}

const isOpen = ({ status }: Readonly<Row>) => status === 'pending'

const isSame = (row: Readonly<Row>, { component, mask }: AskedAccess, service: unknown) =>
  row.service_id === service && row.component === component && row.verb_mask === mask

async function byWhom(tx: Tx, { decided_by_id }: Readonly<Row>): Promise<string> {
  if (decided_by_id === null) return ''
  const row = await tx.first('SELECT "name" FROM "user" WHERE "id" = ?', decided_by_id)
  return row === undefined ? '' : `, by ${row.name}`
}

/** Who has requests: the caller, and the app only without a person. `null` for those who have everything, and for code of others. */
export function requestingSubject({ user, app, sysadmin, narrowedBy, program }: Caller): Subject | null {
  if (sysadmin || (narrowedBy !== undefined && program === undefined)) return null
  if (user !== null) return { column: 'user_id', id: user.id }
  return app === null ? null : { column: 'app_id', id: app.id }
}

interface Subject {
  readonly column: 'user_id' | 'app_id'
  readonly id: number
}

function noSubject({ user, app, sysadmin }: Caller): Problem {
  if (sysadmin) return new Problem(400, 'Unrestricted administrators have access to everything already.')
  if (user !== null || app !== null) {
    return new Problem(403, 'Access Forbidden. Code of another person cannot ask for access.')
  }
  return new Problem(401, 'Unauthorized. Sign in, or send an API key, to ask for access.')
}

/** Throws a 403 unless a person decides themselves: not an app, a program's credential, an assistant, or code. */
function personOf({ user, program, assistant, narrowedBy }: Caller): number {
  if (user === null || program !== undefined || assistant !== undefined || narrowedBy !== undefined) {
    throw new Problem(
      403,
      'Access Forbidden. Only people who are signed in themselves decide about requests for access.',
    )
  }
  return user.id
}
