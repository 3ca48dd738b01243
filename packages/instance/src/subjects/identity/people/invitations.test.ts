import { join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Invitations } from '../../../gateway/parts.ts'
import type { Outbox } from '../../../gateway/ports/mail.ts'
import { noInstruments } from '../../../platform/instruments/instruments.ts'
import { readConfig } from '../../../platform/settings/config.ts'
import type { Vault } from '../../../platform/vault.ts'
import { openSecret } from '../../../platform/vault.ts'
import { createServiceKinds } from '../../../service-kinds.ts'
import { openTestMailServer } from '../../../testing/test-mail-server.ts'
import { openTestStore, type TestStore } from '../../../testing/test-store.ts'
import { seed } from '../../operation/seed/seed.ts'
import { createOutbox } from '../email/outbox.ts'
import { createPersonMail } from '../email/person-mail.ts'
import { createCallerLookups } from './caller-lookups.ts'
import { matchesCode } from './codes.ts'
import { createInvitations } from './letters.ts'

const clock = () => Date.UTC(2026, 10, 20, 21, 50, 1)
const origin = 'http://localhost:5000'
const personId = 1
const caller = { user: null, app: null, role: null, sysadmin: false, token: null, sentKey: false }
const request = { origin, caller }

let test: TestStore
let outbox: Outbox
let invitations: Invitations
let vault: Vault

beforeEach(async () => {
  test = await openTestStore('sqlite', clock)
  const config = readConfig({ MILLWRIGHT_DATA: test.dataFolder, MILLWRIGHT_ADMIN_EMAIL: 'ann+x@example.org' })
  vault = openSecret({ secret: null, dataFolder: test.dataFolder }).vault
  await seed({ store: test.store, config, clock, passwords: { hash: async () => 'hash' }, vault })
  outbox = createOutbox(join(test.dataFolder, 'outbox'), clock)
  const lookups = createCallerLookups({ store: test.store, vault, authorities: () => null })
  const mail = createPersonMail({
    config,
    store: test.store,
    vault,
    outbox,
    lookups,
    kinds: createServiceKinds(),
    instruments: noInstruments,
  })
  invitations = createInvitations({ store: test.store, clock, mail })
})

afterEach(async () => {
  await test.close()
})

const person = () => test.store.db.selectFrom('user').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`
    throw error
  }
  return 'accepted'
}

async function mailService(type: string, config: Record<string, unknown>): Promise<void> {
  await test.store.db
    .updateTable('service')
    .set({ type, config: JSON.stringify(config) })
    .where('name', '=', 'email')
    .execute()
}

describe('an invitation', () => {
  it('is rejected without a person', async () => {
    expect(await refusal(invitations.invite(99, 'user', request))).toBe("404 Record with identifier '99' not found.")
  })

  it.each([
    ['no mail service', async () => await test.store.db.updateTable('service').set({ config: '{}' }).execute()],
    ['an inactive one', async () => await test.store.db.updateTable('service').set({ is_active: 0 }).execute()],
    ['a service that sends no mail', async () => await mailService('local_file', {})],
    ['a mail server without address', async () => await mailService('smtp_email', {})],
    ['a mail server that is away', async () => await mailService('smtp_email', { host: '127.0.0.1', port: 9 })],
    ['no template', async () => await test.store.db.deleteFrom('email_template').execute()],
  ])('with %s is rejected and changes nothing', async (_, arrange) => {
    await arrange()
    const before = await person()
    expect(await refusal(invitations.invite(personId, 'admin', request))).toMatch(/^503 .*mail/)
    expect(await person()).toEqual(before)
  })

  it.each([
    ['admin', '1'],
    ['user', ''],
  ] as const)('of an %s is stored in the outbox with a link whose code is valid', async (kind, admin) => {
    const before = await person()
    await invitations.invite(personId, kind, request)
    const [id = ''] = await outbox.ids()
    const mail = await outbox.get(id)
    expect(mail).toMatchObject({
      subject: '[Millwright] You have been invited',
      to: expect.stringContaining('<ann+x@'),
    })

    const link = new URL(/http:\S+/.exec(mail?.body_text ?? '')?.[0] ?? '')
    expect(link.origin + link.pathname).toBe(`${origin}/user-invite`)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      code: expect.stringMatching(/^[0-9A-Z]{32}$/),
      email: 'ann+x@example.org',
      username: 'ann+x@example.org',
      admin,
    })
    const after = await person()
    expect(after).toMatchObject({ confirm_code_date: '2026-11-20T21:50:01.000000Z', revision: before.revision + 1 })
    expect(matchesCode(link.searchParams.get('code') ?? '', after.confirm_code ?? '')).toBe(true)
  })

  it('announces a change of the person’s record', async () => {
    const heard: unknown[] = []
    test.store.changes.subscribe((change) => heard.push(change))
    await invitations.invite(personId, 'admin', request)
    expect(heard).toEqual([{ table: 'user', ids: [personId] }])
  })

  it('escapes a name in markup and headers', async () => {
    await test.store.db
      .updateTable('user')
      .set({ name: 'A\r\nBcc: x@y.z', first_name: '<img src=x>' })
      .where('id', '=', personId)
      .execute()
    await test.store.db.updateTable('email_template').set({ subject: 'For {name}' }).execute()
    await invitations.invite(personId, 'admin', request)
    const mail = await outbox.get((await outbox.ids())[0] ?? '')
    expect(mail?.subject).toBe('For A Bcc: x@y.z')
    expect(mail?.body_html).toContain('&lt;img src=x&gt;')
    expect(mail?.body_html).not.toContain('<img')
    expect(mail?.body_text).toContain('Hello <img src=x>')
  })

  it('is sent through the configured mail server with its stored password', async () => {
    const server = await openTestMailServer()
    const { received, account, port } = server
    try {
      const config = { host: '127.0.0.1', port, username: account.username }
      await mailService('smtp_email', { ...config, password: vault.seal('wrong') })
      expect(await refusal(invitations.invite(personId, 'admin', request))).toContain('503 The email could not be sent')
      await mailService('smtp_email', { ...config, password: vault.seal(account.password) })
      await invitations.invite(personId, 'admin', request)
    } finally {
      await server.close()
    }
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toEqual(['ann+x@example.org'])
    expect(received[0]?.source).toContain('Subject: [Millwright] You have been invited')
    expect(received[0]?.source).toContain('From: Millwright <no-reply@localhost>')
    expect(await outbox.ids()).toEqual([])
    expect((await person()).confirm_code).not.toBeNull()
  })
})
