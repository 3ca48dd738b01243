import { collectionQuery } from '../../../instance/collections.ts'

export const outboxCollection = 'system/outbox'
/** Mails come whole, so that a page of them is short. */
export const mailsInPage = 50

/** A page of kept mails, newest first. */
export function mailsQuery(page: number) {
  const offset = (page - 1) * mailsInPage
  return collectionQuery(outboxCollection, {
    limit: mailsInPage,
    include_count: true,
    ...(offset > 0 && { offset }),
  })
}
