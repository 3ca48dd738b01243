import type { DependentGroup, Dependents } from '@millwright/contract/wire/dependents'
import type { Environment } from '@millwright/contract/wire/environment'
import type { ListAnswer } from '@millwright/contract/wire/list'
import type { RecordId } from '../../../instance/collections.ts'
import { hasFeature } from '../../../instance/environment.ts'
import { send } from '../../../instance/send.ts'
import { serverTexts } from '../../../language/server-texts.ts'
import { t } from './messages.ts'

/** Records to be deleted, by ids or by a filter. */
export type DeletionTarget = { readonly ids: readonly RecordId[] } | { readonly filter: string | null }

/** Milliseconds before the confirmation is shown without dependents. */
const patience = 4000
/** Above this number, ids are sent in the body, since URLs are limited in length. */
const idsInAddress = 100

/**
 * What depends on records: from the instance's `dependents` if it has them, or else from relations that every server has. Resolves to
 * `null` if unknown.
 *
 * @param collection such as `system/role`
 */
export async function dependentsOf(
  environment: Environment,
  collection: string,
  doomed: DeletionTarget,
): Promise<Dependents | null> {
  const signal = AbortSignal.timeout(patience)
  try {
    if (!hasFeature(environment, 'dependents')) return await related(collection, doomed, signal)
    const [response] = await Promise.all([fetchDependents(collection, doomed, signal), consequences.load()])
    return response && { ...response, resource: response.resource.map(inTheirLanguage) }
  } catch {
    return null
  }
}

/** Consequences for dependents, as instances describe them. */
const consequences = serverTexts(() => import('./consequences.de.json'))

/** English says it of one and of many alike; translations have both forms: `{Wird|Werden} gelöscht.` */
function inTheirLanguage(group: DependentGroup): DependentGroup {
  const said = consequences.say(group.consequence)
  const ofCount = (_: string, one: string, many: string) => (group.count === 1 ? one : many)
  return { ...group, consequence: said.replace(/\{([^{|}]*)\|([^{|}]*)\}/g, ofCount) }
}

/** What refers to a lookup key by its name, whatever the key's owner. Resolves to `null` if unknown. */
export function keyUses(name: string, signal: AbortSignal): Promise<Dependents | null> {
  return fetchDependents('system/lookup', { names: name }, signal)
}

/**
 * What names things at paths of the API, such as `db/_schema/orders`; with `to`, what follows if one gets that name. Resolves to `null` if
 * unknown.
 */
export async function namedAt(
  environment: Environment,
  paths: readonly string[],
  to?: string,
): Promise<Dependents | null> {
  if (!hasFeature(environment, 'rename')) return null
  const signal = AbortSignal.timeout(patience)
  const params = { dependents: true, ...(to !== undefined && { rename: to }) }
  try {
    const [answers] = await Promise.all([
      Promise.all(paths.map((path) => send<Dependents>({ verb: 'GET', path, params, signal }))),
      consequences.load(),
    ])
    return together(answers.map(({ data }) => data))
  } catch {
    return null
  }
}

/** Joins answers for several things. What names two of them counts once where its name is known. */
function together(answers: readonly Dependents[]): Dependents {
  const groups = new Map<string, DependentGroup>()
  for (const group of answers.flatMap(({ resource }) => resource)) {
    const key = `${group.resource} ${group.effect} ${group.consequence}`
    const known = groups.get(key)
    const names = [...new Set([...(known?.names ?? []), ...group.names])]
    const unnamed = group.count - group.names.length + (known ? known.count - known.names.length : 0)
    groups.set(key, { ...group, count: names.length + unnamed, names: names.slice(0, named) })
  }
  const hidden = answers.reduce((sum, answer) => sum + (answer.hidden_count ?? Number(answer.hidden)), 0)
  return { resource: [...groups.values()].map(inTheirLanguage), hidden: hidden > 0, hidden_count: hidden }
}

async function fetchDependents(
  collection: string,
  doomed: DeletionTarget | { readonly names: string },
  signal: AbortSignal,
): Promise<Dependents | null> {
  const params = { dependents: true }
  const call = { path: collection, signal }
  if ('names' in doomed)
    return (await send<Dependents>({ ...call, verb: 'GET', params: { ...params, names: doomed.names } })).data
  if ('filter' in doomed)
    return (await send<Dependents>({ ...call, verb: 'GET', params: { ...params, filter: doomed.filter } })).data
  if (doomed.ids.length <= idsInAddress)
    return (await send<Dependents>({ ...call, verb: 'GET', params: { ...params, ids: doomed.ids.join(',') } })).data
  const headers = { 'X-HTTP-Method': 'GET' }
  return (await send<Dependents>({ ...call, verb: 'POST', params, headers, body: { ids: doomed.ids } })).data
}

type Told = Pick<DependentGroup, 'resource' | 'effect' | 'consequence'>
type RelatedRecord = Readonly<Record<string, unknown>>

/** Relations for reading dependent records. */
const relations: Readonly<Record<string, Readonly<Record<string, Told>>>> = {
  'system/role': {
    app_by_role_id: {
      resource: 'app',
      effect: 'cleared',
      consequence: t.appsLoseRole,
    },
    user_by_user_to_app_to_role: {
      resource: 'user',
      effect: 'deleted',
      consequence: t.usersLoseRole,
    },
  },
  'system/app': {
    user_by_user_to_app_to_role: {
      resource: 'user',
      effect: 'deleted',
      consequence: t.usersLoseApp,
    },
  },
  'system/service': {
    app_by_storage_service_id: {
      resource: 'app',
      effect: 'cleared',
      consequence: t.appsLoseStorage,
    },
    role_by_role_service_access: {
      resource: 'role',
      effect: 'deleted',
      consequence: t.rolesLoseRules,
    },
  },
}

/** Maximum number of names listed per group; the rest are counted. */
const named = 5

async function related(collection: string, doomed: DeletionTarget, signal: AbortSignal): Promise<Dependents | null> {
  const known = relations[collection]
  if (!known || !('ids' in doomed) || doomed.ids.length > idsInAddress) return null
  const params = { ids: doomed.ids.join(','), fields: 'id', related: Object.keys(known).join(',') }
  const { data } = await send<ListAnswer<RelatedRecord>>({ verb: 'GET', path: collection, params, signal })
  const resource = Object.entries(known).flatMap(([relation, description]) => {
    const rows = data.resource.flatMap((record) => rowsIn(record[relation]))
    const names = new Map(rows.map((row) => [String(row.id), String(row.name || row.email || row.id)]))
    return names.size === 0
      ? []
      : [{ ...description, blocks: false, count: names.size, names: [...names.values()].slice(0, named) }]
  })
  return { resource, hidden: false }
}

function rowsIn(value: unknown): readonly RelatedRecord[] {
  return Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : []
}

/** `3 apps`, for any resource. */
export function countedDependents({ resource, count }: Pick<DependentGroup, 'resource' | 'count'>): string {
  return t.dependents({ resource, count, name: resource.replaceAll('_', ' ') })
}

/** The known names and the number of others. */
export function dependentNames({ names, count }: Pick<DependentGroup, 'names' | 'count'>): string {
  const more = count - names.length
  return more > 0 ? t.andMore({ names: names.join(', '), more }) : names.join(', ')
}
