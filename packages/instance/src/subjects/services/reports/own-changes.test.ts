import type { AuditEntry } from '@millwright/contract/records/report'
import { expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { newCode } from '../../identity/people/codes.ts'

const { send, root, make, parts, signIn } = sharedInstance()

/** Audit entries about a person, without dates and write ids. */
async function told(email: string): Promise<Pick<AuditEntry, 'action' | 'user_email' | 'before' | 'after'>[]> {
  const { body } = await send<{ resource: AuditEntry[] }>('GET', 'system/audit?filter=resource="user"&order=id', {
    as: root,
  })
  const found = await parts.store.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
  return body.resource
    .filter(({ record_id }) => record_id === String(found?.id))
    .map(({ action, user_email, before, after }) => ({ action, user_email, before, after }))
}

const hidden = '**********'

it('logs no rejected changes', async () => {
  const ann = await make.user({ password: 'a password' })
  const before = await told(ann.email)
  const wrong = { old_password: 'another', new_password: 'new password' }
  expect((await send('POST', 'user/password', { as: ann, body: wrong })).status).toBe(400)
  const taken = { email: root.email, current_password: 'a password' }
  expect((await send('PUT', 'user/profile', { as: ann, body: taken })).status).toBe(400)
  expect(await told(ann.email)).toEqual(before)
})

it('logs changes that people make to their own profile, security question and password, with secrets masked', async () => {
  const ann = await make.user({ password: 'a password' })
  const { length } = await told(ann.email)
  const profile = { phone: '123', security_question: 'Why?', security_answer: 'Because' }
  expect((await send('PUT', 'user/profile', { as: ann, body: profile })).status).toBe(200)
  const passwords = { old_password: 'a password', new_password: 'new password' }
  expect((await send('POST', 'user/password', { as: ann, body: passwords })).status).toBe(200)
  expect((await told(ann.email)).slice(length)).toEqual([
    {
      action: 'modified',
      user_email: ann.email,
      before: { phone: null, security_question: null, security_answer: null },
      after: { phone: '123', security_question: 'Why?', security_answer: hidden },
    },
    { action: 'modified', user_email: ann.email, before: { password: hidden }, after: { password: hidden } },
  ])
})

it('logs a password reset by security question as made by its owner', async () => {
  const ann = await make.user({ password: 'a password' })
  const { token } = await signIn(ann, 'user')
  const question = { security_question: 'Why?', security_answer: 'Because' }
  await send('PUT', 'user/profile', { as: { token }, body: question })
  const { length } = await told(ann.email)
  const reset = { email: ann.email, security_answer: 'Because', new_password: 'new password' }
  expect((await send('POST', 'user/password', { body: reset })).status).toBe(200)
  expect((await told(ann.email)).slice(length)).toMatchObject([
    { action: 'modified', user_email: ann.email, after: { password: hidden } },
  ])
})

it('logs an address confirmed by a mailed code as changed by its owner, and no wrong codes', async () => {
  const { id, email } = await make.user()
  const { code, hash } = newCode()
  const pending = { confirm_code: hash, confirm_code_date: new Date(parts.clock()).toISOString() }
  await parts.store.db.updateTable('user').set(pending).where('id', '=', id).execute()
  await parts.store.changes.publish([{ table: 'user', ids: [id] }])
  const { length } = await told(email)
  const confirmation = { email, code, new_password: 'a password' }
  expect((await send('POST', 'user/password', { body: { ...confirmation, code: 'x' } })).status).toBe(404)
  expect((await told(email)).length).toBe(length)
  expect((await send('POST', 'user/password', { body: confirmation })).status).toBe(200)
  expect((await told(email)).slice(length)).toMatchObject([
    { action: 'modified', user_email: email, after: { password: hidden } },
  ])
})

it('logs a registration', async () => {
  const open = { config: { allow_open_registration: true, open_reg_email_service_id: null } }
  await send('PATCH', `system/service/${await make.serviceId('user')}`, { as: root, body: open })
  const form = { email: 'new@example.test', new_password: 'a password', first_name: 'New' }
  expect((await send('POST', 'user/register', { body: form })).status).toBe(200)
  expect(await told(form.email)).toMatchObject([
    { action: 'created', user_email: null, before: null, after: { email: form.email, password: hidden } },
  ])
})
