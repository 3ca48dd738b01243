import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { pathNames } from '../../gateway/ports/file-storage.ts'
import type { Exporting } from './exporting.ts'
import { get } from './read-records.ts'

/**
 * The paths that are chosen of a file service, in the form in which `package.json` names them: folders end in a slash. Refuses
 * with 400 what is no path, and what the caller may not read as that read would be.
 */
export async function exportedPaths(
  name: string,
  chosen: unknown,
  { call, request }: Pick<Exporting, 'call' | 'request'>,
): Promise<string[]> {
  const paths = new Set<string>()
  for (const each of Array.isArray(chosen) ? chosen : [chosen]) {
    const path = isRecord(each) ? each.path : each
    const names = typeof path === 'string' ? pathNames(path) : null
    if (typeof path !== 'string' || names === null) {
      throw new Problem(400, `What is chosen of ${name} has to be paths of files and folders.`)
    }
    const isFolder = names.length === 0 || path.endsWith('/')
    const resource = names.join('/')
    const params = { include_properties: 'true' }
    await call({ ...request, ...get(name.toLowerCase(), resource, params), endsInSlash: isFolder })
    paths.add(isFolder ? `${resource}/` : resource)
  }
  return [...paths]
}
