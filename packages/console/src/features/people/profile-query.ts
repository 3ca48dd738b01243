import type { Profile } from '@millwright/contract/wire/session'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'

/** Returns the path of the profile, which differs for administrators and users. */
export function profilePath(isAdmin: boolean): string {
  return isAdmin ? 'system/admin' : 'user'
}

/** The signed-in person's own profile; servers omit fields that they do not support. */
export function profileQuery(isAdmin: boolean) {
  return queryOptions({
    queryKey: ['profile', isAdmin],
    queryFn: async ({ signal }): Promise<Partial<Profile>> => {
      const { data } = await send<Partial<Profile>>({ verb: 'GET', path: `${profilePath(isAdmin)}/profile`, signal })
      return data
    },
  })
}
