import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

interface Preview {
  readonly subject: string
  readonly body_text: string
  readonly body_html: string
}

describe('the preview of a mail', () => {
  const { send, root, make } = sharedInstance()
  const preview = (body: unknown) => send<Preview>('POST', 'system/email_preview', { as: root, body })

  it('requires permission', async () => {
    const user = await make.user()
    const { api_key: key } = await make.app({ role_id: (await make.role()).id })
    expect((await send('POST', 'system/email_preview', { body: {} })).status).toBe(400)
    expect((await send('POST', 'system/email_preview', { as: user, key, body: {} })).status).toBe(403)
  })

  it.each([
    { subject: 's'.repeat(81) },
    { body_html: 'x'.repeat(1_000_001) },
    { body_text: ['x'] },
    { person: 'Ann' },
    { purpose: 'nope' },
    { cc: 'nope' },
    [{ subject: 'a' }, { subject: 'b' }],
  ])('rejects an invalid template: %#', async (body) => {
    expect((await preview(body)).status).toBe(400)
  })

  it('only supports POST', async () => {
    expect((await send('GET', 'system/email_preview', { as: root })).status).toBe(400)
    expect((await send('POST', 'system/email_preview/1', { as: root, body: {} })).status).toBe(404)
  })

  it('returns empty texts for an empty template', async () => {
    expect((await preview({})).body).toEqual({ subject: '', body_text: '', body_html: '' })
  })

  it('fills in the person, a sample link and code, defaults and lookup keys, escaped in HTML', async () => {
    const lookups = [
      { name: 'team', value: '<b>Mill</b>' },
      { name: 'secret', value: 'hidden', private: true },
    ]
    expect((await send('POST', 'system/lookup', { as: root, body: { resource: lookups } })).status).toBe(201)
    const body_html = '<p>{name} {team} {strtoupper(team)} {secret} {greeting} {session.token} {link}</p>'
    const { status, body } = await preview({
      subject: 'For {first_name}\r\nBcc: x@example.test',
      body_html,
      defaults: { greeting: 'Hi & bye', name: 'nobody' },
      person: { name: '<i>Ann</i>', email: 'ann@example.test' },
    })
    expect(status).toBe(200)
    expect(body.subject).toBe('For <i>Ann</i> Bcc: x@example.test')
    expect(body.body_html).toContain(
      '<p>&lt;i&gt;Ann&lt;/i&gt; &lt;b&gt;Mill&lt;/b&gt; &lt;B&gt;MILL&lt;/B&gt; {secret} Hi &amp; bye {session.token} http',
    )
    expect(body.body_text).toContain('<i>Ann</i> <b>Mill</b> <B>MILL</B> {secret} Hi & bye {session.token} http')
    expect(body.body_text).toContain('/user-invite?code=SAMPLE0')
  })

  it('uses the caller’s own data if the request names no person', async () => {
    const { body } = await preview({ subject: '{email}', body_text: '{user.email} {df.confirm_reset_url}' })
    expect(body).toEqual({
      subject: root.email,
      body_text: `${root.email} http://localhost:80/reset-password`,
      body_html: '',
    })
  })

  it('renders hostile texts in bounded time and size', async () => {
    for (const piece of ['<style ', '<!--', '{link}', '{trim(a', '<']) {
      const { status, body } = await preview({ body_html: piece.repeat(100_000) })
      expect(status).toBe(200)
      expect(body.body_html.length).toBeLessThan(5_000_000)
    }
  })

  it('is listed in the environment', async () => {
    const { body } = await send<{ platform: { features: string[] } }>('GET', 'system/environment', { as: root })
    expect(body.platform.features).toContain('email-preview')
  })
})
