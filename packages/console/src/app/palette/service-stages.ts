import type { QueryClient } from '@tanstack/react-query'
import type { PaletteAct, PaletteEntry, PaletteSource, PaletteStage } from '../../features/palette/palette-entry.ts'
import { documentedServicesQuery } from '../../instance/documented-services.ts'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { type ListedTable, matchingTables, tablesQuery } from '../../instance/service-tables.ts'
import { commonWords } from '../../words/messages.ts'
import { t } from './messages.ts'

/** Maximum number of hits of a source on its own, and among others. */
const most = 50
const maxAmongOthers = 6
/** Maximum number of databases whose tables are searched; each may be on a different server. */
const maxDatabases = 20

interface NamedService {
  readonly name: string
  readonly label?: string | null
}

/** The step that asks for a database. */
export function databaseStage(
  queryClient: QueryClient,
  id: string,
  title: string,
  actOf: (service: string) => PaletteAct,
): PaletteStage {
  const find = async (text: string) =>
    named(await queryClient.fetchQuery(groupServicesQuery('database')), text).map((service) =>
      serviceEntry(id, service, actOf),
    )
  return { id, title, prompt: t.whichDatabase, sources: [{ title: t.databases, find }] }
}

/** The step that asks for a service with API docs. */
export function documentedStage(
  queryClient: QueryClient,
  id: string,
  title: string,
  actOf: (service: string) => PaletteAct,
): PaletteStage {
  const find = async (text: string) =>
    named(await queryClient.fetchQuery(documentedServicesQuery), text).map((service) =>
      serviceEntry(id, service, actOf),
    )
  return { id, title, prompt: t.ofWhichService, sources: [{ title: commonWords.services, find }] }
}

/** The step that asks for a table of any database. */
export function tableStage(
  queryClient: QueryClient,
  databases: readonly NamedService[],
  id: string,
  title: string,
  actOf: (service: string, table: ListedTable) => PaletteAct,
): PaletteStage {
  return { id, title, prompt: t.whichTable, sources: tableSources(queryClient, databases, id, most, actOf) }
}

/** Returns one source per database, so that slow databases do not delay the tables of others. */
export function tableSources(
  queryClient: QueryClient,
  databases: readonly NamedService[],
  id: string,
  mostOfEach: number,
  actOf: (service: string, table: ListedTable) => PaletteAct,
): readonly PaletteSource[] {
  return databases.slice(0, maxDatabases).map(({ name, label }) => ({
    title: t.serviceTables({ name: label || name }),
    find: async (text) => {
      const tables = await fetchUnlessFailed(queryClient, name)
      return matchingTables(tables, text)
        .slice(0, mostOfEach)
        .map((table) => ({
          id: `${id}:${name}/${table.name}`,
          label: table.name,
          hint: table.isView ? t.viewInPlace({ name }) : name,
          act: actOf(name, table),
        }))
    },
  }))
}

/** Milliseconds until a database that did not answer is asked again; every opening of the palette would wait for it otherwise. */
const failedFor = 60_000

async function fetchUnlessFailed(queryClient: QueryClient, service: string): Promise<readonly ListedTable[]> {
  const query = tablesQuery(service)
  const { error, errorUpdatedAt } = queryClient.getQueryState(query.queryKey) ?? {}
  if (error && Date.now() - (errorUpdatedAt ?? 0) < failedFor) throw error
  return queryClient.fetchQuery(query)
}

/** Searches operations: of the given service, or, among all other hits, of services whose documents are already loaded. */
export function operationSource(queryClient: QueryClient, service: string | null): PaletteSource {
  return {
    title: t.apiOperations,
    find: async (text): Promise<readonly PaletteEntry[]> => {
      const { findOperations, findReadOperations } = await import('../../features/apidocs/find-operations.ts')
      const found =
        service === null
          ? findReadOperations(queryClient, text, maxAmongOthers)
          : await findOperations(queryClient, service, text, most)
      return found.map(({ to, label, summary }) => ({ id: to, label, hint: summary, act: { kind: 'go', to } }))
    },
  }
}

/** Searches the records of one table on its server. */
export function rowSource(queryClient: QueryClient, service: string, table: string): PaletteSource {
  return {
    title: t.tableRecords({ table }),
    find: async (text): Promise<readonly PaletteEntry[]> => {
      const { findRecords } = await import('../../features/data/find-records.ts')
      const found = await findRecords(queryClient, { service, table }, text)
      return found.map(({ to, key, label }) => ({
        id: `${to}?record=${key}`,
        label,
        hint: key,
        act: { kind: 'go', to, search: { record: key } },
      }))
    },
  }
}

function serviceEntry(id: string, { name, label }: NamedService, actOf: (service: string) => PaletteAct): PaletteEntry {
  const hint = label && label !== name ? { hint: name } : {}
  return { id: `${id}:${name}`, label: label || name, ...hint, act: actOf(name) }
}

function named<T extends NamedService>(services: readonly T[], text: string): readonly T[] {
  const wanted = text.toLowerCase()
  return services.filter(({ name, label }) => `${name} ${label ?? ''}`.toLowerCase().includes(wanted)).slice(0, most)
}
