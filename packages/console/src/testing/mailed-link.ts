import type { TestInstance } from '@millwright/instance/testing/open-test-instance'

interface Mail {
  readonly id: string
  readonly to: string | readonly string[]
  readonly body_text: string
}

/** Path and query of the link in the last mail to somebody. */
export async function mailedLink({ parts, root, send }: TestInstance, to: string): Promise<string> {
  await parts.background.idle()
  const { body } = await send<{ resource: Mail[] }>('GET', 'system/outbox', { as: root })
  const newest = body.resource.find((mail) => String(mail.to).includes(to))
  const { body: mail } = await send<Mail>('GET', `system/outbox/${newest?.id}`, { as: root })
  const link = /https?:\/\/[^\s"<>]+\/(?:user-invite|register-confirm|reset-password)\?[^\s"<>]+/.exec(mail.body_text)
  const { pathname, search } = new URL(link?.[0] ?? 'http://no-link.test')
  return pathname + search
}
