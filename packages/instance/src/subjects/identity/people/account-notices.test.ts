import { describe, expect, it } from 'vitest'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'
import { enrol, setPolicy } from '../../../testing/two-step.ts'
import { newCode } from './codes.ts'

describe.each(engines)('notices about changed sign-in methods, on %s', (engine) => {
  const clock = testClock()
  const instance = sharedInstance({ engine, clock })
  const { send, make, root, parts } = instance
  const fresh = 'a fresh password'

  /** The mails sent while `work` runs. */
  async function mailsOf(work: () => Promise<unknown>) {
    await parts.background.idle()
    const before = new Set(await parts.outbox.ids())
    await work()
    await parts.background.idle()
    const ids = (await parts.outbox.ids()).filter((id) => !before.has(id))
    return Promise.all(ids.map((id) => parts.outbox.get(id)))
  }
  const setting = async (service: 'system' | 'user', config: object) => {
    const path = `system/service/${await make.serviceId(service)}`
    expect((await send('PATCH', path, { as: root, body: { config } })).status).toBe(200)
  }
  const told = (to: string, change: string) => [
    {
      to: expect.stringContaining(to),
      subject: '[Millwright] Your account was changed',
      body_text: expect.stringContaining(change),
    },
  ]

  it('are not sent if the change fails or changes nothing about signing in', async () => {
    const user = await make.user()
    const wrong = { old_password: 'wrong', new_password: fresh }
    expect(await mailsOf(() => send('POST', 'user/password', { as: user, body: wrong }))).toEqual([])
    const twice = {
      resource: [
        { id: user.id, password: fresh },
        { id: 0, password: fresh },
      ],
    }
    expect(await mailsOf(() => send('PATCH', 'system/user?rollback=true', { as: root, body: twice }))).toEqual([])
    const same = { first_name: 'Ina', email: user.email, phone: '1' }
    expect(await mailsOf(() => send('PUT', 'user/profile', { as: user, body: same }))).toEqual([])
    expect(await mailsOf(() => send('PATCH', `system/user/${user.id}`, { as: root, body: same }))).toEqual([])
  })

  it('are not sent for new accounts', async () => {
    const { id, email } = await make.user()
    const { code, hash } = newCode()
    const values = { password: null, confirm_code: hash, confirm_code_date: new Date(clock()).toISOString() }
    await parts.store.db.updateTable('user').set(values).where('id', '=', id).execute()
    await parts.store.changes.publish([{ table: 'user', ids: [id] }])
    const body = { email, code, new_password: fresh }
    expect(await mailsOf(() => send('POST', 'user/password', { body }))).toEqual([])
  })

  it.each(['user', 'admin'] as const)('are sent to an %s who has a password, with time and address', async (kind) => {
    const person = await make[kind]()
    const path = kind === 'admin' ? 'system/admin/password' : 'user/password'
    const body = { old_password: person.password, new_password: fresh }
    const mails = await mailsOf(() => send('POST', path, { as: person, body }))
    expect(mails).toMatchObject(told(person.email, 'The password was changed.'))
    const text = `${mails[0]?.body_text} ${mails[0]?.body_html}`
    expect(text).toContain(`Date: ${new Date(clock()).toISOString().slice(0, 19).replace('T', ' ')} UTC.`)
    expect(text).toContain('Network address: 127.0.0.1.')
    expect(text).toMatch(/http:[^ ]+\/profile/)
    expect(text).not.toMatch(/\{\w+\}|administrator did|confirmation code/)
    expect(text).not.toContain(fresh)
  })

  /** A user who has opened a mail at their address. */
  async function confirmedUser() {
    const user = await make.user()
    await parts.store.db.updateTable('user').set({ proven_email: user.email }).where('id', '=', user.id).execute()
    return user
  }

  it('are sent in German to people who read German', async () => {
    const user = await confirmedUser()
    const profile = (body: object) => send('PATCH', 'user/profile', { as: user, body })
    expect(await mailsOf(() => profile({ language: 'de' }))).toEqual([])
    const email = `other.${user.email}`
    const mails = await mailsOf(() => profile({ email, current_password: user.password }))
    expect(mails).toMatchObject([{ subject: '[Millwright] Ihr Konto wurde geändert' }])
    expect(mails[0]?.body_text).toContain(`Die E-Mail-Adresse wurde geändert in ${email}.`)
    expect(mails[0]?.body_text).not.toMatch(/\{\w+\}|was changed|Hello/)
  })

  it('about the email address are sent to the former address, as text', async () => {
    const user = await confirmedUser()
    const email = `a&b.${user.email}`
    const body = { email, current_password: user.password }
    const mails = await mailsOf(() => send('PUT', 'user/profile', { as: user, body }))
    expect(mails).toMatchObject(told(`<${user.email}>`, `The email address was changed to ${email}.`))
    expect(mails[0]?.body_html).toContain(`The email address was changed to ${email.replace('&', '&amp;')}.`)
  })

  it('about changes by an administrator say so, go to each account’s owner, and work for partially failed batches', async () => {
    const one = await make.user()
    const other = await make.user()
    const resource = [
      { id: one.id, password: fresh, username: `another${one.id}` },
      { id: 0, password: fresh },
      { id: other.id, security_question: 'Pet?', security_answer: 'Rex' },
    ]
    const mails = await mailsOf(() => send('PATCH', 'system/user?continue=true', { as: root, body: { resource } }))
    const texts = new Map(mails.map((mail) => [/<(.*)>/.exec(mail?.to ?? '')?.[1], mail?.body_text]))
    expect(texts.size).toBe(2)
    expect(texts.get(one.email)).toContain(
      'The password was changed. The username was changed. An administrator did this.',
    )
    expect(texts.get(other.email)).toContain('The security question or its answer was changed. An administrator did')
  })

  it('link to this instance, whatever host the caller names', async () => {
    const user = await make.user()
    const body = { old_password: user.password, new_password: fresh }
    const headers = { host: 'evil.example' }
    const [mail] = await mailsOf(() => send('POST', 'user/password', { as: user, body, headers }))
    expect(mail?.body_html).not.toContain('evil.example')
  })

  it('are sent for changes to two-step sign-in, and for its reset by someone else', async () => {
    await setPolicy(instance, 'allowed')
    const user = await make.user()
    const enrolled = await mailsOf(() => enrol(instance, user))
    expect(enrolled).toMatchObject(told(user.email, 'One-time codes of an app were set up.'))
    const reset = await mailsOf(() => send('DELETE', `system/two_step/${user.id}`, { as: root }))
    expect(reset).toMatchObject(told(user.email, 'Two-step sign-in and all app passwords were removed.'))
    const { token } = { token: await parts.tokens.issue(user.id, false) }
    const body = { current_password: user.password, name: 'printer' }
    const made = await mailsOf(() => send('POST', 'user/two_step/app_password', { as: { token }, body }))
    expect(made).toMatchObject(told(user.email, 'An app password was created.'))
    await setPolicy(instance, 'off')
  })

  it('use the template that the configuration names', async () => {
    const resource = [{ name: 'Changed', subject: 'News, {first_name}', body_text: '{change} {address} {link}' }]
    const made = await send<{ resource: { id: number }[] }>('POST', 'system/email_template', {
      as: root,
      body: { resource },
    })
    await setting('user', { change_email_template_id: made.body.resource[0]?.id })
    const user = await make.user()
    const body = { username: `name${user.id}` }
    const mails = await mailsOf(() => send('PUT', 'user/profile', { as: user, body }))
    expect(mails).toMatchObject([
      {
        subject: expect.stringMatching(/^News, ./),
        body_text: expect.stringMatching(/^The username was changed\. \S+ http\S+\/profile$/),
      },
    ])
    await setting('user', { change_email_template_id: null })
  })

  it('are skipped without an error if no mail service is configured for new passwords', async () => {
    await setting('user', { password_email_service_id: null })
    const user = await make.user()
    expect(await mailsOf(() => send('PUT', 'user/profile', { as: user, body: { username: `x${user.id}` } }))).toEqual(
      [],
    )
    expect(instance.failures).toEqual([])
  })
})

describe('with MILLWRIGHT_CHANGE_MAILS=0', () => {
  const { send, make, parts } = sharedInstance({ config: { changeMails: false } })

  it('are not sent', async () => {
    const user = await make.user()
    const answer = await send('PUT', 'user/profile', { as: user, body: { username: 'another' } })
    expect(answer.status).toBe(200)
    await parts.background.idle()
    expect(await parts.outbox.ids()).toEqual([])
  })
})
