import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'
import { withoutFeatures } from '../../testing/saying.ts'

const instance = sharedInstance()
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)

test('explains the outbox while it is empty', async () => {
  await open('/config/outbox')
  expect(await screen.findByText('The outbox is empty.')).toBeTruthy()
})

test('says in the outbox and in the service that fills it how to have emails sent', async () => {
  await open('/config/outbox')
  const smtp = { name: 'create a service of the type SMTP' }
  const create = await screen.findByRole<HTMLAnchorElement>('link', smtp)
  expect(create.getAttribute('href')).toBe('/services/new?type=smtp_email')
  const choose = screen.getByRole('link', { name: 'settings of the user service' })
  expect(choose.getAttribute('href')).toMatch(/^\/services\/\d+\?section=config$/)

  await open(`/services/${await instance.make.serviceId('email')}?section=config`)
  await screen.findByRole('link', smtp)
  expect(screen.getByRole('link', { name: 'outbox' }).getAttribute('href')).toBe('/config/outbox')
})

test('shows a stored invitation, and follows its link', async () => {
  await instance.send('POST', 'system/admin?send_invite=true', {
    as: instance.root,
    body: { resource: [{ email: 'grace@example.test', first_name: 'Grace' }] },
  })
  const { user, address } = await open('/config/outbox')
  await user.click(await screen.findByRole('link', { name: /grace@example\.test/ }))
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /\/user-invite/ })
  expect(link.href).toContain('code=')
  expect(link.target).toBe('_blank')
  expect(link.rel).toContain('noopener')
  expect(address()).toMatch(/^\/config\/outbox\/.+/)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(link.getAttribute('href'))

  const frame = document.querySelector('iframe')
  expect(frame?.getAttribute('sandbox')).not.toMatch(/scripts|forms|top-navigation/)
  expect(frame?.getAttribute('srcdoc')).toContain('Grace')
  await user.click(screen.getByRole('tab', { name: 'Text' }))
  expect(document.querySelector('iframe')).toBeNull()
  expect(screen.getByRole('article').textContent).toContain('Grace')
})

test('requires a new template to be renamed, and shows its text body and a preview', async () => {
  const { user } = await open('/config/email-templates/new-4')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(
    await screen.findAllByText(
      'Email templates should have a unique name. Please choose a name other than the default.',
    ),
  ).toHaveLength(2)
  await user.clear(await field(/^Template Name/))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Template Name is a required field.')).toHaveLength(2)
  await user.type(await field(/^Template Name/), 'Welcome')
  await user.type(await field('Subject'), 'Hello {{first_name}')
  await user.type(await field('Body'), '<p>Dear {{first_name}</p>')
  await user.type(await field('Reply to Email'), 'help@example.test')
  await user.click(screen.getByRole('tab', { name: 'Text' }))
  await user.type(await field('Text Body'), 'Dear {{name}')
  await user.click(screen.getByRole('tab', { name: 'Preview' }))
  const article = await screen.findByRole('article', { name: 'Message' })
  await waitFor(() => expect(within(article).getByRole('heading').textContent).not.toContain('{'))
  expect(within(article).getByRole('heading').textContent).toMatch(/^Hello ./)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Email template created successfully.')).toBeTruthy()
  const { body } = await instance.send<{ resource: unknown[] }>('GET', 'system/email_template?filter=name="Welcome"', {
    as: instance.root,
  })
  expect(body.resource).toMatchObject([
    { body_html: '<p>Dear {first_name}</p>', body_text: 'Dear {name}', reply_to_email: 'help@example.test' },
  ])
})

test('changes and deletes a template', async () => {
  const { body } = await instance.send<{ resource: { id: number }[] }>('POST', 'system/email_template', {
    as: instance.root,
    body: { resource: [{ name: 'Old', subject: 'Hi', defaults: { a: 'b' } }] },
  })
  const [{ id } = { id: 0 }] = body.resource
  const { user } = await open(`/config/email-templates/${id}`)
  await user.type(await field('Cc'), 'a@b.test, c@d.test')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Email template updated successfully.')).toBeTruthy()
  const stored = await instance.send('GET', `system/email_template/${id}`, { as: instance.root })
  expect(stored.body).toMatchObject({ subject: 'Hi', cc: ['a@b.test', 'c@d.test'], defaults: { a: 'b' } })
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('alertdialog', { name: 'Delete Old?' })
  await user.click(screen.getByRole('button', { name: 'Delete email template' }))
  expect(await screen.findByText('Email template deleted successfully.')).toBeTruthy()
})

test('offers no preview if the instance does not support it', async () => {
  const { user } = await open('/config/email-templates/new-5', {
    through: withoutFeatures,
  })
  await field(/^Template Name/)
  expect(screen.queryByRole('tab', { name: 'Preview' })).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Text' }))
  expect(await field('Text Body')).toBeTruthy()
})
