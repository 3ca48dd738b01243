import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'

/** The two-step sign-in policy. */
export const policyQuery = queryOptions({
  queryKey: ['two-step-policy'],
  queryFn: async ({ signal }) => (await send({ verb: 'GET', path: 'system/two_step', signal })).data,
})
