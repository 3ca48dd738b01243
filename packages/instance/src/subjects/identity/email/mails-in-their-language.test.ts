import type { OutboxMail } from '@millwright/contract/records/mail'
import { expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { defaultTemplates } from './default-templates.ts'
import { localizeTemplate } from './german-templates.ts'

const { send, root, make, parts } = sharedInstance()

const german = async () => {
  const user = await make.user({ name: 'Ina' })
  expect((await send('PATCH', 'user/profile', { as: user, body: { language: 'de' } })).status).toBe(200)
  const confirmed = { proven_email: user.email }
  await parts.store.db.updateTable('user').set(confirmed).where('id', '=', user.id).execute()
  return user
}

async function resetMail(email: string): Promise<OutboxMail> {
  await send('POST', 'user/password?reset=true', { body: { email } })
  await parts.background.idle()
  const id = (await parts.outbox.ids()).at(-1)
  return (await send<OutboxMail>('GET', `system/outbox/${id}`, { as: root })).body
}

it('sends mails in German to people who read German, unless the template was edited', async () => {
  const ina = await german()
  const bob = await make.user()
  expect((await resetMail(bob.email)).subject).toBe('[Millwright] Reset your password')
  const mail = await resetMail(ina.email)
  expect(mail.subject).toBe('[Millwright] Setzen Sie Ihr Passwort zurück')
  expect(mail.body_html).toContain('Guten Tag Ina,')
  expect(mail.body_html).not.toContain('Hello')

  const { id } = await parts.store.db
    .selectFrom('email_template')
    .select('id')
    .where('name', '=', 'Password Reset Default')
    .executeTakeFirstOrThrow()
  const subject = 'Our own words'
  await send('PATCH', `system/email_template/${id}`, { as: root, body: { subject } })
  expect((await resetMail(ina.email)).subject).toBe(subject)
})

it('sends mails in German to people who register in German, and to those whose address is taken', async () => {
  const config = { allow_open_registration: true }
  const path = `system/service/${await make.serviceId('user')}`
  expect((await send('PATCH', path, { as: root, body: { config } })).status).toBe(200)
  const subjects = async (language: string) => {
    const before = new Set(await parts.outbox.ids())
    const body = { email: 'neu@example.test', language }
    expect((await send('POST', 'user/register', { body })).status).toBe(200)
    const ids = (await parts.outbox.ids()).filter((id) => !before.has(id))
    return Promise.all(ids.map(async (id) => (await parts.outbox.get(id))?.subject))
  }
  expect(await subjects('de')).toEqual(['[Millwright] Bestätigen Sie Ihre Registrierung'])
  expect(await subjects('de')).toEqual(['[Millwright] Sie haben bereits ein Konto'])
  expect(await subjects('tlh')).toEqual(['[Millwright] You already have an account'])
})

it.each(defaultTemplates)('uses the same names in the German text of $name', (template) => {
  const stored = { ...template, body_text: null }
  const names = (html: string) => new Set(html.match(/\{\w+\}/g))
  const translated = localizeTemplate(stored, 'de')
  expect(translated.subject).not.toBe(stored.subject)
  expect(names(translated.body_html)).toEqual(names(stored.body_html))
  for (const other of ['en', null, undefined, 'tlh']) expect(localizeTemplate(stored, other)).toBe(stored)
})

it('recognizes default templates that were stored before their wording changed', () => {
  const [template] = defaultTemplates
  const before = 'The button does not work? Copy this address into your browser:'
  const body_html = template?.body_html.replace(
    'If the button doesn’t work, paste this link into your browser:',
    before,
  )
  expect(body_html).toContain(before)
  const stored = { subject: template?.subject ?? '', body_text: null, body_html: body_html ?? '' }
  expect(localizeTemplate(stored, 'de').subject).not.toBe(stored.subject)
})
