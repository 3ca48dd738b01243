import type { TwoStepPolicy } from '@millwright/contract/wire/two-step'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'

export interface PolicyAnswer {
  readonly policy: TwoStepPolicy
}

/** Who needs a second step to sign in. */
export const policyQuery = queryOptions({
  queryKey: ['two-step-policy'],
  queryFn: async ({ signal }) => (await send<PolicyAnswer>({ verb: 'GET', path: 'system/two_step', signal })).data,
})
