import { vi } from 'vitest'
import { type Api, recordsOf } from './api.ts'

/** Returns the path of the link in the last mail to an address. */
export async function mailedLink(api: Api, to: string): Promise<string> {
  const { pathname, search } = await mailedAddress(api, to)
  return pathname + search
}

/** Returns the link in the last mail to an address. Waits for it, as a mail may follow the response that announced it. */
export async function mailedAddress({ call }: Api, to: string): Promise<URL> {
  const id = await vi.waitFor(async () => {
    const mail = recordsOf(await call('GET', 'system/outbox')).find((each) => String(each.to).includes(to))
    if (mail === undefined) throw new Error(`No mail to ${to} came.`)
    return String(mail.id)
  })
  const { body } = await call('GET', `system/outbox/${id}`)
  const [link] = /https?:\/\/[^\s"<>]+\?[^\s"<>]+/.exec(String(body.body_text)) ?? []
  return new URL(link ?? 'http://no-link.test')
}
