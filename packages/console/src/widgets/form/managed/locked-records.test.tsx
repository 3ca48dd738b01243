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
