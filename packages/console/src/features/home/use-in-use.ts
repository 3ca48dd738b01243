import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'

/** `new`: nothing was called for a month. `untold`: the instance does not count calls, or not for this person. */
type Use = 'used' | 'new' | 'untold' | 'asking'

/** Milliseconds. */
const month = 30 * 86_400_000

/** Whether anything but the console calls the instance. Asked once a visit, so that a page does not turn round under the hands. */
export function useInUse(): Use {
  const counts = hasFeature(useEnvironment(), 'usage')
  const isAdmin = useUser()?.is_sys_admin ?? false
  const asked = counts && isAdmin
  const { data, error } = useQuery({
    queryKey: ['usage', 'in-use'],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - month).toISOString()
      const params = { from, step: 'none', own: false }
      return (await send({ verb: 'GET', path: 'system/usage', params, signal })).data
    },
    enabled: asked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!asked || isRefusal(error)) return 'untold'
  if (data) return data.meta.total.requests > 0 ? 'used' : 'new'
  // What failed may be tried again in the place of the figures.
  return error ? 'used' : 'asking'
}

function isRefusal(error: Error | null): boolean {
  return error instanceof InstanceError && error.kind === 'refused' && error.status < 500
}
