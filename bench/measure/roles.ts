import { DatabaseSync } from 'node:sqlite'
import { apiPrefix } from '@millwright/contract/headers'
import { startInstance } from '../../e2e/harness/instance.ts'
import { addCaller } from './caller.ts'
import { compareUnderLoad, type LoadPlan, type LoadResult } from './load.ts'

export interface RolesResult {
  readonly roles: number
  readonly rules: number
  /** `floor`: with one role of one access row; `ours`: with all roles, the caller's role having as many rows as the others. */
  readonly loads: readonly LoadResult[]
}

const roles = 10_000
const rules = 100
const plan: LoadPlan = { connections: [1, 10], rounds: 7, seconds: 2 }
const path = `${apiPrefix}/system/lookup?limit=1`

/** Measures a request that a role allows, with one role and with many. */
export async function measureRoles(): Promise<RolesResult> {
  await using one = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  await using many = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const oneCaller = await addCaller(one)
  const manyCaller = await addCaller(many)
  await many.stop()
  addRoles(many.database, manyCaller.roleId)
  await using again = await many.startAgain()
  const contest = {
    name: `${roles.toLocaleString('en')} roles of ${rules} rules`,
    floor: { url: one.url, path, headers: oneCaller.headers },
    ours: { url: again.url, path, headers: manyCaller.headers },
  }
  return { roles, rules, loads: await compareUnderLoad(contest, plan) }
}

/** Writes directly to the database of a stopped instance: over the API this would take most of the benchmark. */
function addRoles(database: string, callerRole: number): void {
  const db = new DatabaseSync(database)
  const date = new Date(0).toISOString()
  const role = db.prepare(
    'INSERT INTO role (name, is_active, created_date, last_modified_date) VALUES (?, 1, ?, ?) RETURNING id',
  )
  const access = db.prepare(
    `INSERT INTO role_service_access
       (role_id, service_id, component, verb_mask, requestor_mask, filter_op, created_date, last_modified_date)
     VALUES (?, (SELECT id FROM service WHERE name = 'system'), ?, 1, 1, 'AND', ?, ?)`,
  )
  const fill = (id: number, from: number) => {
    for (let number = from; number < rules; number++) access.run(id, `part${number}/*`, date, date)
  }
  db.exec('BEGIN')
  fill(callerRole, 1)
  for (let number = 1; number < roles; number++) fill(Number(role.get(`role ${number}`, date, date)?.id), 0)
  db.exec('COMMIT')
  db.close()
}
