import { queryOptions } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'

/** A group of a directory, as a server lists it. */
interface DirectoryGroup {
  readonly dn?: string
  readonly name?: string | null
  readonly description?: string | null
}

/** The groups of a directory; none where it is away or keeps them to itself, as names can be written out, too. */
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

/** Groups that are listed at a time; more are found by typing. */
const most = 100

/** Those that a typed text leaves, by name or distinguished name, with what is said about them. `from`: which directory; empty: the only one. */
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
