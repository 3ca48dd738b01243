import { queryOptions } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'

/** A group of a directory, as listed by a server. */
interface DirectoryGroup {
  readonly dn?: string
  readonly name?: string | null
  readonly description?: string | null
}

/** The groups of a directory; empty if it is unavailable or does not list them, as names can also be typed. */
export function directoryGroupsQuery(service: string) {
  return queryOptions({
    queryKey: ['directory-groups', service],
    queryFn: async ({ signal }): Promise<readonly DirectoryGroup[]> => {
      const { data } = await send<{ resource?: readonly DirectoryGroup[] }>({
        verb: 'GET',
        path: `${service}/group`,
        signal,
      })
      return data.resource ?? []
    },
    retry: false,
    staleTime: 60_000,
  })
}

/** Maximum number of listed groups; others are found by typing. */
const most = 100

/**
 * Returns the groups that match a typed text by name or distinguished name, with a description. `from`: the directory; empty if it is
 * the only one.
 */
export function offeredGroups(
  groups: readonly (DirectoryGroup & { readonly from: string })[],
  typed: string,
): readonly { readonly dn: string; readonly text: string }[] {
  const wanted = typed.trim().toLowerCase()
  const found = new Map<string, string>()
  for (const { dn, name, description, from } of groups) {
    if (!dn || ![dn, name ?? ''].some((text) => text.toLowerCase().includes(wanted))) continue
    found.set(dn, [name || dn, description, from].filter(Boolean).join(' · '))
    if (found.size === most) break
  }
  return [...found].map(([dn, text]) => ({ dn, text }))
}
