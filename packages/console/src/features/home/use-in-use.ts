import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { firstCallName } from './first-call/first-call-name.ts'

/** Apps that the console itself uses, and the one that Home creates for a first request. */
const ownApps: readonly (string | null)[] = ['admin', 'api_docs', 'file_manager', firstCallName]

/** `new`: no requests for a month. `untold`: the instance does not count requests, or not for this person. */
type Use = 'used' | 'new' | 'untold' | 'asking'

/** Milliseconds. */
const month = 30 * 86_400_000

/**
 * Returns whether anything other than the console calls the instance. Loaded once per visit, so that the page does not change while in
 * use.
 */
export function useInstanceUsage(): Use {
  const counts = hasFeature(useEnvironment(), 'usage')
  const isAdmin = useUser()?.is_sys_admin ?? false
  const asked = counts && isAdmin
  const { data, error } = useQuery({
    queryKey: ['usage', 'in-use'],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - month).toISOString()
      const params = { from, step: 'none', own: false, by: 'app' }
      return (await send({ verb: 'GET', path: 'system/usage', params, signal })).data
    },
    enabled: asked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!asked || isRefusal(error)) return 'untold'
  if (data) {
    const { groups = [] } = data.meta
    return groups.some(({ group, requests }) => requests > 0 && !ownApps.includes(group)) ? 'used' : 'new'
  }
  // A failed query is shown, with a button to retry, in the place of the figures.
  return error ? 'used' : 'asking'
}

function isRefusal(error: Error | null): boolean {
  return error instanceof InstanceError && error.kind === 'refused' && error.status < 500
}
