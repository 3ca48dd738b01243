import { quoteText, searchFilter } from '@millwright/contract/filter/print'
import type { ListAnswer } from '@millwright/contract/wire/list'
import type { ListedService, ListedType } from '@millwright/contract/wire/services'
import {
  type Icon,
  IconBell,
  IconCode,
  IconDatabase,
  IconFolders,
  IconKey,
  IconMail,
  IconPlugConnected,
  IconWorld,
} from '@tabler/icons-react'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { hasFeature, knownEnvironment } from '../../../instance/environment.ts'
import { hasTables } from '../../../instance/group-services.ts'
import { InstanceError } from '../../../instance/instance-error.ts'
import { namedServices, namedTypes } from '../../../instance/named-services.ts'
import { send } from '../../../instance/send.ts'
import { serverMessages } from '../../../instance/server-sentences.ts'
import { serviceListQuery } from '../../../instance/service-list.ts'
import type { ServiceGroup } from '../../../instance/type-groups.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import type { FoundRecords, PickedRecord, RecordSearch } from '../../records/record-picker/record-source.ts'
import { t } from './messages.ts'

const icons: Readonly<Record<string, Icon>> = {
  database: IconDatabase,
  'big data': IconDatabase,
  file: IconFolders,
  email: IconMail,
  notification: IconBell,
  'remote service': IconWorld,
  script: IconCode,
  oauth: IconKey,
  sso: IconKey,
  ldap: IconKey,
}

/** The icon of a group of service types, by the group's name on the server. */
function iconOfGroup(group: string | null | undefined): Icon {
  return icons[group?.toLowerCase() ?? ''] ?? IconPlugConnected
}

/** Fields of `system/service` that the service list open to every user does not have. */
interface ServiceRow extends ListedService {
  readonly is_active?: boolean
  readonly health?: readonly { readonly healthy?: boolean; readonly reason?: string | null }[]
}

const collection = 'system/service'
/** Fields that a search covers. */
const searched = ['name', 'label', 'description']

/** Names, labels and groups of service types, without their configuration schemas. */
export const kindsQuery = queryOptions({
  queryKey: ['collection', 'system/service_type', 'kinds'],
  queryFn: async ({ signal }): Promise<readonly ListedType[]> => {
    const params = { fields: 'name,label,group' }
    const { data } = await send({ verb: 'GET', path: 'system/service_type', params, signal })
    return namedTypes(
      (data.resource ?? []).map(({ name, label, group }) => ({ name, label: label ?? name, group: group ?? null })),
    )
  },
  staleTime: 5 * 60_000,
})

/** Groups of built-in services, which applications do not use. */
const ofInstance = /^(?:mcp|system|api doc|user)$/

function inGroups(groups: readonly ServiceGroup[], { group }: ListedType): boolean {
  const own = group?.toLowerCase() ?? ''
  return groups.some((wanted) =>
    wanted === 'database' ? hasTables(group) : wanted === 'application' ? !ofInstance.test(own) : wanted === own,
  )
}

/** Finds a service by id or name; `null` if it does not exist or the caller may not see it. */
export function serviceQuery(which: number | string) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'picked', which],
    queryFn: ({ client, signal }): Promise<PickedRecord | null> => {
      const filter = typeof which === 'number' ? `id = ${which}` : `name = ${quoteText(which)}`
      return orListed(
        async () => (await pickedRows(client, signal, { filter, limit: 1 }))[0] ?? null,
        async () => {
          const { services, types } = await client.fetchQuery(serviceListQuery)
          const service = services.find(({ id, name }) => id === which || name === which)
          return service ? pickedService(service, types) : null
        },
      )
    },
    staleTime: 60_000,
  })
}

/** Maximum number of names per request, because the length of URLs is limited. */
const namesAtOnce = 50

/** Finds services by name, keyed by lower-case name. Services that do not exist or that the caller may not see are omitted. */
export function servicesQuery(names: readonly string[]) {
  // Service names are case-insensitive, and most servers store them in lower case.
  const wanted = [...new Set(names.flatMap((name) => [name, name.toLowerCase()]))].sort()
  return queryOptions({
    queryKey: [...collectionKey(collection), 'picked', 'names', ...wanted],
    queryFn: async ({ client, signal }): Promise<ReadonlyMap<string, PickedRecord>> => {
      const found = await orListed(
        async () => {
          const records: PickedRecord[] = []
          for (let from = 0; from < wanted.length; from += namesAtOnce) {
            const some = wanted.slice(from, from + namesAtOnce)
            const filter = some.map((name) => `(name = ${quoteText(name)})`).join(' or ')
            records.push(...(await pickedRows(client, signal, { filter, limit: some.length })))
          }
          return records
        },
        async () => {
          const { services, types } = await client.fetchQuery(serviceListQuery)
          return services.map((one) => pickedService(one, types))
        },
      )
      return new Map(found.map((record) => [record.label.toLowerCase(), record]))
    },
    enabled: wanted.length > 0,
    staleTime: 60_000,
  })
}

/** Converts a service into a picker option. */
export function pickedService(service: ServiceRow, types: readonly ListedType[]): PickedRecord {
  const { id, name, label, type, is_active: active, health } = service
  const kind = types.find((one) => one.name === type)
  const [last] = Array.isArray(health) ? health : []
  const failing = last?.healthy === false
  const hint = serverMessages.say((failing && last.reason) || kind?.label || type || '')
  const trouble =
    active === false
      ? ({ tone: 'warning', text: tabWords.inactive } as const)
      : failing
        ? ({ tone: 'danger', text: t.failing } as const)
        : undefined
  return {
    id,
    label: name,
    title: label || name,
    Icon: iconOfGroup(kind?.group),
    ...(hint && { hint }),
    ...(active === false && { inactive: true }),
    ...(trouble && { trouble }),
  }
}

/** Falls back to the service list that is open to every user if the records may not be read. */
async function orListed<T>(read: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof InstanceError && error.kind === 'refused' && error.status !== 401) return otherwise()
    throw error
  }
}

/** The search of `serviceSource`, which falls back to the service list that is open to every user. */
export function findServices(groups: readonly ServiceGroup[], search: RecordSearch): Promise<FoundRecords> {
  return orListed(() => found(groups, search), listed(groups, search))
}

async function found(groups: readonly ServiceGroup[], { text, most, client, signal }: RecordSearch) {
  const kinds = groups.length === 0 ? [] : await client.fetchQuery(kindsQuery)
  const wanted = kinds.filter((kind) => inGroups(groups, kind))
  if (groups.length > 0 && wanted.length === 0) return listed(groups, { text, most, client, signal })()
  const matches = searchFilter(searched, text)
  const parts = [ofKinds(wanted, kinds), matches ?? ''].filter((part) => part !== '')
  const filter = parts.map((part) => `(${part})`).join(' and ')
  const records = await pickedRows(client, signal, { limit: most + 1, ...(filter && { filter }) })
  return { records: records.slice(0, most), more: records.length > most }
}

/** A filter by type: lists the wanted or the unwanted types, whichever is shorter. */
function ofKinds(wanted: readonly ListedType[], all: readonly ListedType[]): string {
  const others = all.filter((kind) => !wanted.includes(kind))
  return wanted.length <= others.length
    ? wanted.map(({ name }) => `(type = ${quoteText(name)})`).join(' or ')
    : others.map(({ name }) => `(type != ${quoteText(name)})`).join(' and ')
}

function listed(groups: readonly ServiceGroup[], { text, most, client }: RecordSearch) {
  return async (): Promise<FoundRecords> => {
    const { services, types } = await client.fetchQuery(serviceListQuery)
    const wanted = text.toLowerCase()
    const records = services
      .filter(({ type }) => groups.length === 0 || types.some((kind) => kind.name === type && inGroups(groups, kind)))
      .filter(({ name, label }) => `${name}\n${label ?? ''}`.toLowerCase().includes(wanted))
      .toSorted((a, b) => a.name.localeCompare(b.name))
    return { records: records.slice(0, most).map((one) => pickedService(one, types)), more: records.length > most }
  }
}

async function pickedRows(
  client: QueryClient,
  signal: AbortSignal,
  rowParams: { readonly filter?: string; readonly limit: number },
): Promise<readonly PickedRecord[]> {
  const health = hasFeature(knownEnvironment(client), 'service-health')
  const [{ data }, types] = await Promise.all([
    send<ListAnswer<ServiceRow>>({
      verb: 'GET',
      path: collection,
      params: {
        fields: 'id,name,label,type,is_active',
        order: 'name ASC',
        ...rowParams,
        ...(health && { related: 'health' }),
      },
      signal,
    }),
    client.fetchQuery(kindsQuery),
    serverMessages.load(),
  ])
  const rows = await namedServices(data.resource.filter(({ id }) => typeof id === 'number'))
  return rows.map((row) => pickedService(row, types))
}
