import { Problem } from '@millwright/contract/problem'
import { type Requestor, verbMask, verbs } from '@millwright/contract/verbs'
import { createLruCache } from '../platform/cache.ts'
import { digest } from '../platform/digest.ts'
import { Yielder } from '../platform/yielder.ts'
import type { Row, Tx } from '../records/system/sql-runner.ts'
import type { Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import { type AccessRow, compileRole, type RoleRow } from './compile-role.ts'
import { decide } from './decide.ts'
import { isFullAdmin, programRoleProblem } from './required-rights.ts'
import { type RowFilter, rowFilter, rowFilters } from './row-filter.ts'
import { trimSlashes } from './rule-match.ts'

type Reads = Pick<Tx, 'all' | 'dialect'>

/** Throws 403 if the role allows something that the caller, who is about to assign it, may not do (docs/wire/access.md). */
export async function requireRightsOfRole(tx: Reads, caller: Caller, roleId: unknown): Promise<void> {
  if (isFullAdmin(caller) || roleId === null || roleId === undefined) return
  for (const role of await storedRoles(tx, [Number(roleId)])) {
    const problem = assignmentProblem(caller, role)
    if (problem !== null) throw problem
  }
}

/** Returns those of the roles that the caller could not assign, because they lack some of their rights. */
export async function rolesBeyondRights(tx: Reads, caller: Caller, ids: readonly number[]): Promise<Set<number>> {
  const beyond = new Set<number>()
  if (isFullAdmin(caller)) return beyond
  const yielder = new Yielder()
  for (const role of await storedRoles(tx, ids)) {
    if (isBeyondRights(caller, role)) beyond.add(role.id)
    await yielder.step()
  }
  return beyond
}

const maxCompared = 1_000
/** Results by the caller's role and the rules of the other role, as lists of apps ask for the same ones each time. */
const compared = new WeakMap<CompiledRole, ReturnType<typeof createLruCache<string, boolean>>>()

function isBeyondRights(caller: Caller, role: CompiledRole): boolean {
  if (programRoleProblem(caller, role) !== null) return true
  if (caller.sysadmin || caller.role === null || caller.narrowedBy !== undefined) {
    return requestBeyondRights(caller, role) !== null
  }
  const known = compared.get(caller.role) ?? createLruCache<string, boolean>(maxCompared)
  compared.set(caller.role, known)
  const name = digest(JSON.stringify(role.rules))
  const result = known.get(name) ?? requestBeyondRights(caller, role) !== null
  known.set(name, result)
  return result
}

function assignmentProblem(caller: Caller, role: CompiledRole): Problem | null {
  const problem = programRoleProblem(caller, role)
  if (problem !== null) return problem
  const found = requestBeyondRights(caller, role)
  if (found === null) return null
  return new Problem(403, `The role '${role.name}' allows ${found}, and no one can assign rights that they lack.`)
}

/** Throws 403 if changing this person's sign-in methods would give the caller more rights, namely the person's roles. */
export async function requireRightsOfPerson(tx: Reads, caller: Caller, userId: unknown): Promise<void> {
  if (caller.sysadmin) return
  const held = await tx.all('SELECT DISTINCT "role_id" FROM "user_to_app_to_role" WHERE "user_id" = ?', userId)
  const roles = await storedRoles(
    tx,
    held.map(({ role_id }) => Number(role_id)),
  )
  for (const role of roles) {
    const found = requestBeyondRights(caller, role)
    if (found === null) continue
    const whose = `Their role '${role.name}' allows ${found}, which you may not do`
    throw new Problem(403, `${whose}: only someone with these rights can change how this person signs in.`)
  }
}

/** Read within the current transaction if there is one. */
async function storedRoles({ all, dialect }: Reads, ids: readonly number[]): Promise<CompiledRole[]> {
  if (ids.length === 0) return []
  const list = dialect.list(ids)
  const roles = await all(`SELECT "id", "name", "is_active" FROM "role" WHERE ${dialect.among('"id"', 'number')}`, list)
  const rows = await all(
    `SELECT "access".*, "service"."name" AS "service_name"
       FROM "role_service_access" AS "access" LEFT JOIN "service" ON "service"."id" = "access"."service_id"
      WHERE ${dialect.among('"access"."role_id"', 'number')} ORDER BY "access"."id"`,
    list,
  )
  const rowsByRole = Map.groupBy(rows, ({ role_id }) => Number(role_id))
  return roles.map((role) => compileRole(roleRow(role), (rowsByRole.get(Number(role.id)) ?? []).map(accessRow)))
}

function roleRow({ id, name, is_active }: Row): RoleRow {
  return { id: Number(id), name: String(name), is_active: Number(is_active) }
}

function accessRow(row: Row): AccessRow {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  return {
    id: Number(row.id),
    service_id: row.service_id === null ? null : Number(row.service_id),
    service_name: text('service_name'),
    component: text('component'),
    verb_mask: Number(row.verb_mask),
    requestor_mask: Number(row.requestor_mask),
    filters: text('filters'),
    filter_op: text('filter_op') ?? 'AND',
  }
}

/** Stands for all names that no rule mentions, because no component of a rule can contain this character. */
const other = '\u0001'
const requestors: readonly Requestor[] = ['API', 'SCRIPT']

/**
 * A request that a role would allow, if active, and the caller may not make, such as `GET db/_table/x`; `null` if the caller may
 * do everything that the role allows, on the same rows (docs/wire/access.md).
 */
export function requestBeyondRights(fullCaller: Caller, newRole: CompiledRole): string | null {
  if (fullCaller.sysadmin) return null
  const caller = withoutGrants(fullCaller)
  const role = { ...newRole, isActive: true }
  const held = [caller, ...(caller.narrowedBy ?? []).map((author) => author.caller)].flatMap((each) => each.role ?? [])
  const rules = [role, ...held].flatMap((each) => each.rules)
  const services = new Set([...rules.flatMap(({ service }) => service ?? []), other])
  const rulesByService = Map.groupBy(rules, ({ service }) => service)
  const everywhere = componentsOf(rulesByService.get(null))
  for (const service of services) {
    for (const resource of new Set([...everywhere, ...componentsOf(rulesByService.get(service))])) {
      for (const requestor of requestors) {
        const found = verbBeyond(caller, role, { service, resource, requestor })
        if (found !== null) return `${found} of ${named(service, resource)}`
      }
    }
  }
  return null
}

/** The caller without rights that end, which no one can hand on. */
function withoutGrants(caller: Caller): Caller {
  const { role, narrowedBy } = caller
  return {
    ...caller,
    role: role === null ? null : { ...role, grants: { current: () => [] } },
    ...(narrowedBy === undefined
      ? {}
      : { narrowedBy: narrowedBy.map((by) => ({ ...by, caller: withoutGrants(by.caller) })) }),
  }
}

interface Place {
  readonly service: string
  readonly resource: string
  readonly requestor: Requestor
}

function verbBeyond(caller: Caller, role: CompiledRole, place: Place): string | null {
  const roleMask = decide({ ...place, verb: 'GET', caller: { sysadmin: false, role } }, []).mask
  const own = decide({ ...place, verb: 'GET', caller }, []).mask
  const found = verbs.find((verb) => {
    if ((roleMask & verbMask[verb]) === 0) return false
    return (own & verbMask[verb]) === 0 || !hasSameRowFilter(caller, role, { ...place, verb })
  })
  return found ?? null
}

/** Whether a role's row filters are the same that apply to the caller. */
function hasSameRowFilter(caller: Caller, role: CompiledRole, call: Parameters<typeof rowFilter>[1]): boolean {
  const roleFilter = rowFilter(role, call)
  const text = roleFilter === null ? null : textOf(roleFilter)
  return rowFilters(caller, call).every((held) => textOf(held) === text)
}

const textOf = ({ filters, op }: RowFilter) =>
  JSON.stringify([op, filters.map(({ name, operator, value }) => [name, operator, value])])

function componentsOf(rules: CompiledRole['rules'] = []): string[] {
  return ['', other, ...rules.flatMap(({ component }) => representatives(component))]
}

/** The components at which rules for this component begin and cease to match. */
function representatives(component: string): string[] {
  const star = component.indexOf('*')
  if (star < 0) return [component]
  const before = component.slice(0, star)
  return [trimSlashes(before), `${before}${other}`]
}

function named(service: string, resource: string): string {
  const what = service === other ? 'services that your roles do not mention' : `'${service}`
  if (service === other) return what
  return resource === '' ? `${what}'` : `${what}/${resource.replaceAll(other, '*')}'`
}
