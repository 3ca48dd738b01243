import type { TwoStepState } from '@millwright/contract/wire/two-step'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'

/** What the signed-in person has for the second step. */
export const twoStepQuery = queryOptions({
  queryKey: ['two-step'],
  queryFn: async ({ signal }) => (await send<TwoStepState>({ verb: 'GET', path: 'user/two_step', signal })).data,
})
