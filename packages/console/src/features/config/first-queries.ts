import { queryOptions } from '@tanstack/react-query'
import { collectionQuery } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'

/** The two-step sign-in policy. */
export const policyQuery = queryOptions({
  queryKey: ['two-step-policy'],
  queryFn: async ({ signal }) => (await send({ verb: 'GET', path: 'system/two_step', signal })).data,
})

export const outboxCollection = 'system/outbox'
/** A small page size, as mails are loaded completely. */
export const mailsInPage = 50

/** A page of mails in the outbox, newest first. */
export function mailsQuery(page: number) {
  const offset = (page - 1) * mailsInPage
  return collectionQuery(outboxCollection, {
    limit: mailsInPage,
    include_count: true,
    ...(offset > 0 && { offset }),
  })
}
