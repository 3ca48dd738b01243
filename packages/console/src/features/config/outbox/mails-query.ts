import { collectionQuery } from '../../../instance/collections.ts'

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
