import type { QueryClient } from '@tanstack/react-query'
import { readFolder } from '../../instance/folder-listing.ts'
import { readTables } from '../../instance/service-tables.ts'
import { manifestQuery } from './package-manifest.ts'
import { type Source, withContent } from './package-selection.ts'

/**
 * Asks a service alone that the manifest calls unavailable, as it may only have been late, and enters what it contains. Loaded when it is
 * needed, as the tab would exceed its weight otherwise.
 */
export async function readContentOf({ kind, name }: Source, client: QueryClient): Promise<void> {
  const content = kind === 'file' ? await pathsOf(name) : { _schema: await tablesOf(name) }
  client.setQueryData(manifestQuery.queryKey, (known: unknown) => withContent(known, name, content))
}

async function pathsOf(service: string): Promise<readonly string[]> {
  const entries = await readFolder(service, '')
  return entries.map(({ path, type }) => (type === 'folder' ? `${path}/` : path))
}

async function tablesOf(service: string): Promise<readonly string[]> {
  const tables = await readTables(service, false)
  return tables.map(({ name }) => name)
}
