import { userConfig } from '@millwright/contract/service-config/people'
import { oidcConfig } from '@millwright/contract/service-config/sign-in'
import { expect, test } from 'vitest'
import { configFields } from './config-field.ts'
import { accountSections } from './config-form.tsx'

const names = [...Object.keys(userConfig), 'added_by_the_server']
const fields = configFields({ config_schema: names.map((name) => ({ name, label: name, type: 'string' })) })

test('settings of other services are in one section without a heading, but for those about programs', () => {
  expect(accountSections({ name: 'email' }, fields)).toEqual([{ title: null, fields }])
  const ofOidc = Object.keys(oidcConfig).map((name) => ({ name, label: name, type: 'string' as const }))
  const sections = accountSections({ name: 'oidc' }, configFields({ config_schema: ofOidc }))
  expect(sections.map(({ title }) => title)).toEqual([null, 'Programs'])
  expect(sections[1]?.fields.map(({ label }) => label)).toEqual(['Accounts', 'Audiences', 'Issuers', 'Algorithms'])
})

test('settings of accounts are below what they are about, and those of other servers above', () => {
  const sections = accountSections({ name: 'user' }, fields)
  expect(sections.map(({ title, fields: some }) => [title, some.map(({ name }) => name)])).toEqual([
    [null, ['added_by_the_server']],
    [
      'Registration',
      [
        'allow_open_registration',
        'open_reg_role_id',
        'app_role_map',
        'open_reg_email_service_id',
        'open_reg_email_template_id',
      ],
    ],
    ['Invitations', ['invite_email_service_id', 'invite_email_template_id']],
    ['Passwords', ['password_email_service_id', 'password_email_template_id', 'change_email_template_id']],
  ])
})

test('labels below a heading do not repeat it, and are told apart', () => {
  const labels = accountSections({ name: 'user' }, fields).map((section) => section.fields.map(({ label }) => label))
  expect(labels[2]).toEqual(['Email service', 'Email template'])
  for (const some of labels) expect(new Set(some).size).toBe(some.length)
})
