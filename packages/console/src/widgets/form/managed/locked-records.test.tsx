import { configCalls } from '@millwright/instance/testing/config-calls'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance({ config: { configLock: true } })
const { root, send, make } = instance
const { apply } = configCalls(instance)

test('where managed records are locked, their forms cannot be changed or saved, and say why; others can', async () => {
  const role = { type: 'role', name: 'Shop', values: { is_active: true }, file: 'roles/Shop.yaml' }
  expect(await apply([role])).toMatchObject({ status: 200 })
  const { body } = await send<{ resource: { id: number }[] }>('GET', 'system/role?filter=name="Shop"', { as: root })
  await visit(instance, `/roles/${body.resource[0]?.id}`, { as: root })
  const reason = 'Managed by default, in roles/Shop.yaml. It can only be changed there.'
  expect(await screen.findByText(reason)).toBeTruthy()
  const save = screen.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).readOnly).toBe(true)

  await visit(instance, `/roles/${(await make.role()).id}`, { as: root })
  expect((await screen.findByRole('button', { name: 'Save' })).getAttribute('aria-disabled')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).readOnly).toBe(false)
})

test('the forms of Scripts, Config and Schema are read-only, too, and delete nothing', async () => {
  const records = [
    { type: 'table', name: 'db/kept', values: { fields: { id: { type: 'id' } } }, file: 'tables/kept.yaml' },
    {
      type: 'event_script',
      name: 'db.get.post_process',
      values: { type: 'nodejs', content: "console.log('seen')", is_active: true },
      file: 'scripts/kept.yaml',
    },
    { type: 'email_template', name: 'kept', values: { subject: 'Kept', body_text: 'Kept' }, file: 'mails/kept.yaml' },
    { type: 'two_step', name: 'two_step', values: { policy: 'allowed' }, file: 'two-step.yaml' },
  ]
  expect(await apply(records)).toMatchObject({ status: 200 })
  const path = 'system/email_template?filter=name="kept"'
  const { body } = await send<{ resource: { id: number }[] }>('GET', path, { as: root })
  const forms = [
    ['/schema/db/table/kept', 'tables/kept.yaml', 'Save', 'Drop'],
    ['/scripts/db.get.post_process', 'scripts/kept.yaml', 'Save', 'Delete'],
    [`/config/email-templates/${body.resource[0]?.id}`, 'mails/kept.yaml', 'Update', 'Delete'],
    ['/config/two-step', 'two-step.yaml', 'Save', null],
  ] as const
  for (const [address, file, save, remove] of forms) {
    await visit(instance, address, { as: root })
    const reason = `Managed by default, in ${file}. It can only be changed there.`
    expect(await screen.findByText(reason), address).toBeTruthy()
    for (const name of [save, remove]) {
      if (name === null) continue
      const button = screen.getByRole('button', { name })
      await waitFor(() => expect(button.getAttribute('aria-disabled'), `${address}: ${name}`).toBe('true'))
    }
  }
})

test('a locked script can be tried', async () => {
  const { user } = await visit(instance, '/scripts/db.get.post_process', { as: root })
  await screen.findByText('Managed by default, in scripts/kept.yaml. It can only be changed there.')
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByText('seen')).toBeTruthy()
})
