import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { subfoldersQuery } from '../../instance/folder-listing.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { schemaKey, tablesQuery } from '../../instance/service-tables.ts'
import {
  type ExplorerNode,
  type ExplorerService,
  folderId,
  folderNodes,
  foundNodes,
  type RoutinePart,
  rootNodes,
  routineNodes,
  routinesId,
  routinesNode,
  tableNodes,
} from './explorer-nodes.ts'
import { type Below, type TreeRow, treeRows } from './tree/tree-rows.ts'

/** Maximum number of databases to search, since each may be a separate server. */
const maxSearched = 20

interface ExplorerRows {
  readonly rows: readonly TreeRow<ExplorerNode>[]
  /** Number of databases whose tables a search waits for, and of those it skips. */
  readonly awaited: number
  readonly unasked: number
}

/** The rows of the tree; `find` filters them by name. The children of expanded nodes are loaded. */
export function useExplorerRows(
  services: readonly ExplorerService[],
  unfolded: ReadonlySet<string>,
  find: string,
): ExplorerRows {
  const searching = find.trim() !== ''
  const databases = services.filter(({ of }) => of === 'database')
  const open = databases.filter(({ name }) => unfolded.has(name))
  const sources = searching ? [...new Set([...open, ...databases])].slice(0, Math.max(maxSearched, open.length)) : open
  const tables = useQueries({ queries: sources.map(({ name }) => tablesQuery(name)) })
  const parts = useQueries({ queries: open.map(({ name }) => routinePartsQuery(name)) })
  const routines = open.flatMap((service) =>
    (['_proc', '_func'] as const)
      .filter((part) => unfolded.has(routinesId(service.name, part)))
      .map((part) => ({ service, part })),
  )
  const routineNames = useQueries({ queries: routines.map(({ service, part }) => routinesQuery(service.name, part)) })
  const folders = services
    .filter(({ of }) => of === 'files')
    .flatMap((service) => foldersIn(service.name, unfolded).map((folder) => ({ service, folder })))
  const subfolders = useQueries({
    queries: folders.map(({ service, folder }) => subfoldersQuery(service.name, folder)),
  })

  const below = new Map<string, Below<ExplorerNode>>()
  for (const [at, service] of open.entries()) {
    const own = routinePartsOf(parts[at]?.data).map((part) => routinesNode(service, part))
    below.set(
      service.name,
      known(tables[sources.indexOf(service)], (listed) => [...tableNodes(service, listed), ...own]),
    )
  }
  for (const [at, { service, part }] of routines.entries())
    below.set(
      routinesId(service.name, part),
      known(routineNames[at], (names) => routineNodes(service, part, names)),
    )
  for (const [at, { service, folder }] of folders.entries())
    below.set(
      folderId(service.name, folder),
      known(subfolders[at], (listed) => folderNodes(service, listed)),
    )

  const lists = new Map(sources.map(({ name }, at) => [name, tables[at]?.data]))
  const roots = searching ? foundNodes(services, (name) => lists.get(name), find) : rootNodes(services)
  const shown = searching ? new Set(roots.map(({ id }) => id)) : unfolded
  return {
    rows: treeRows(roots, shown, (node) => {
      if (node.nodes) return node.nodes.length === 0 ? null : { kind: 'known', nodes: node.nodes }
      return searching ? null : below.get(node.id)
    }),
    awaited: tables.filter(({ isLoading }) => isLoading).length,
    unasked: searching ? databases.length - sources.length : 0,
  }
}

interface Answer<T> {
  readonly data: T | undefined
  readonly error: Error | null
}

function known<T>(answer: Answer<T> | undefined, read: (data: T) => readonly ExplorerNode[]): Below<ExplorerNode> {
  if (answer?.data !== undefined) return { kind: 'known', nodes: read(answer.data) }
  return answer?.error ? { kind: 'failed', message: messageOf(answer.error) } : { kind: 'loading' }
}

function foldersIn(service: string, unfolded: ReadonlySet<string>): readonly string[] {
  const root = folderId(service, '')
  return [...unfolded].flatMap((id) => {
    const folder = id.slice(`${root}/folder/`.length)
    return id === root ? [''] : id === folderId(service, folder) ? [folder] : []
  })
}

/** Whether a database lists procedures and functions (docs/wire/databases.md); those without them do not. */
function routinePartsQuery(service: string) {
  return queryOptions({
    queryKey: [...schemaKey(service), 'parts'],
    queryFn: ({ signal }) => readNames(encodeURIComponent(service), signal),
    staleTime: 5 * 60_000,
  })
}

function routinePartsOf(names: readonly string[] | undefined): readonly RoutinePart[] {
  return (['_proc', '_func'] as const).filter((part) => names?.includes(part))
}

function routinesQuery(service: string, part: RoutinePart) {
  return queryOptions({
    queryKey: [...schemaKey(service), 'routines', part],
    queryFn: ({ signal }) => readNames(`${encodeURIComponent(service)}/${part}`, signal),
    staleTime: 60_000,
  })
}

async function readNames(path: string, signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await send<ListAnswer<unknown> | null>({ verb: 'GET', path, signal })
  return (data?.resource ?? []).flatMap((row) => {
    const name = typeof row === 'string' ? row : Object(row).name
    return typeof name === 'string' ? [name] : []
  })
}
