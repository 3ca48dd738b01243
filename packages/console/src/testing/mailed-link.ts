import type { TestInstance } from '@millwright/instance/testing/open-test-instance'

/** Path and query of the link in the last mail to an address. */
export async function mailedLink({ parts }: TestInstance, to: string): Promise<string> {
  await parts.background.idle()
  const ids = (await parts.outbox.ids()).reverse()
  const mails = await Promise.all(ids.map((id) => parts.outbox.get(id)))
  const mail = mails.find((each) => each?.to.includes(to))
  const link = /https?:\/\/[^\s"<>]+\/(?:user-invite|register-confirm|reset-password)\?[^\s"<>]+/.exec(
    mail?.body_text ?? '',
  )
  const { pathname, search } = new URL(link?.[0] ?? 'http://no-link.test')
  return pathname + search
}
