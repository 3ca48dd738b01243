import type { EventPath } from '@millwright/connector/declaration'
import { comparePaths } from '@millwright/contract/custom-apis/endpoint-path'
import { type Verb, verbs } from '@millwright/contract/verbs'
import type { ServiceResource } from '../../../gateway/service.ts'
import type { ServiceKind } from '../../../gateway/service-kind.ts'

/** An event of a service that is not a request. */
export interface ServiceEvent {
  /** Including the service name. */
  readonly name: string
  /** The table whose ids replace the placeholder. */
  readonly of: 'limit' | 'app'
}

const read: readonly Verb[] = ['GET']
const written: readonly Verb[] = ['GET', 'PUT', 'PATCH', 'DELETE']
const unput: readonly Verb[] = ['GET', 'POST', 'PATCH', 'DELETE']
const called: readonly Verb[] = ['GET', 'POST']

const database: readonly EventPath[] = [
  { path: '', verbs: read },
  { path: '_schema', verbs: ['GET', 'POST', 'PUT', 'PATCH'] },
  { path: '_schema/{table_name}', verbs },
  { path: '_schema/{table_name}/_field', verbs },
  { path: '_schema/{table_name}/_field/{field_name}', verbs: written },
  { path: '_schema/{table_name}/_related', verbs },
  { path: '_schema/{table_name}/_related/{relationship_name}', verbs: written },
  { path: '_table', verbs: read },
  { path: '_table/{table_name}', verbs },
  { path: '_table/{table_name}/{id}', verbs: written },
]

const routines: readonly EventPath[] = [
  { path: '_proc', verbs: read },
  { path: '_proc/{procedure_name}', verbs: called },
  { path: '_func', verbs: read },
  { path: '_func/{function_name}', verbs: called },
]

export const folderPath = '{folder_path}'
export const filePath = '{file_path}'

const byGroup: Readonly<Record<string, readonly EventPath[]>> = {
  Database: [...database, ...routines],
  'Big Data': [...database, ...routines],
  File: [
    { path: '', verbs: unput },
    { path: folderPath, verbs: unput },
    { path: filePath, verbs },
  ],
  Email: [{ path: '', verbs: ['POST'] }],
  'API Doc': [
    { path: '', verbs: read },
    { path: '{service_name}', verbs: read },
  ],
  'Source Control': [
    { path: '', verbs: read },
    { path: '_repo', verbs: read },
    { path: '_repo/{repo_name}', verbs: read },
    { path: '_repo/{repo_name}/{path}', verbs: read },
  ],
  Cache: [
    { path: '', verbs: ['POST', 'PUT', 'PATCH', 'DELETE'] },
    { path: '{key_name}', verbs },
  ],
}

/** Databases without procedures and functions. */
const withoutRoutines = new Set(['aws_dynamodb', 'couchdb', 'mongodb', 'sqlite'])

/** Services of these groups get their paths from API descriptions written by users. */
const described = new Set(['Remote Service', 'Script'])

/** The paths of a service without an API description: defined by its type, or else by the type's group. */
export function pathsOfKind({
  name,
  group,
  paths,
}: Pick<ServiceKind, 'name' | 'group' | 'paths'>): readonly EventPath[] {
  if (paths !== undefined) return paths
  if (withoutRoutines.has(name)) return database
  return byGroup[group] ?? (described.has(group) ? [] : [{ path: '', verbs }])
}

/** The paths of the endpoints of a custom API; those with literal segments first. */
export function pathsOfEndpoints(
  endpoints: readonly { readonly path: string; readonly method: string }[],
): EventPath[] {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  const sorted = [...byPath].toSorted(([one], [other]) => comparePaths(one, other))
  return sorted.map(([path, own]) => ({
    path: path.replace(/^\/+/, ''),
    verbs: verbs.filter((verb) => own.some(({ method }) => method === verb)),
  }))
}

/** The paths of a service that consists of named resources. */
export function pathsOfResources(resources: readonly ServiceResource[]): readonly EventPath[] {
  return [
    { path: '', verbs: read },
    ...resources.flatMap(({ name, singleton, readOnly }) => {
      const whole: EventPath = { path: name, verbs: readOnly ? read : verbs }
      const isOne = singleton || name.includes('/')
      return isOne ? [whole] : [whole, { path: `${name}/{id}`, verbs: readOnly ? read : verbs }]
    }),
  ]
}

/** A limit was used up. Fired once each time a counter becomes locked. */
export const limitExceeded: ServiceEvent = { name: 'system.limit.{id}.exceeded', of: 'limit' }

/** The key of an app ends in less than seven days. Fired once for each end. */
export const keyEndingEvent: ServiceEvent = { name: 'system.app.{id}.key_ending', of: 'app' }

export const systemEvents: readonly ServiceEvent[] = [limitExceeded, keyEndingEvent]
