import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { rejectWith } from '../answering.ts'
import { expectMessage } from '../expect-message.ts'
import { type Visit, visit } from '../render-route.tsx'

const instance = sharedInstance()
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const save = ({ user }: Visit) => user.click(screen.getByRole('button', { name: 'Save' }))

async function typePasswords(page: Visit, old: string, verify: string): Promise<void> {
  await page.user.click(await field('Set Password'))
  await page.user.type(await field('Old Password'), old)
  await page.user.type(await field('New Password'), 'brand new 1')
  await page.user.type(await field('Verify New Password'), verify)
  await save(page)
}

test('reports that the profile failed to load', async () => {
  await visit(instance, '/profile', {
    as: await instance.make.admin(),
    through: rejectWith({ part: '/profile' }, 500, 'Out of order.'),
  })
  await expectMessage('profile.load')
})

test('reports passwords that differ, then saves equal ones', async () => {
  const ann = await instance.make.admin()
  const page = await visit(instance, '/profile', { as: ann })
  await typePasswords(page, ann.password, 'another')
  await expectMessage('profile.mismatch')
  await page.user.clear(await field('Verify New Password'))
  await page.user.type(await field('Verify New Password'), 'brand new 1')
  await save(page)
  await expectMessage('profile.saved-with-password')
})

test('reports a saved password when the rest is rejected', async () => {
  const ann = await instance.make.admin()
  const page = await visit(instance, '/profile', {
    as: ann,
    through: rejectWith({ part: '/profile', verb: 'PUT' }, 500, 'Out of order.'),
  })
  await typePasswords(page, ann.password, 'brand new 1')
  await expectMessage('profile.only-password')
})

test('reports saving, and leaving unsaved changes', async () => {
  const page = await visit(instance, '/profile', { as: await instance.make.admin() })
  await page.user.type(await field('Phone'), '1')
  await page.user.click(screen.getByRole('link', { name: 'LaunchPad' }))
  await expectMessage('editor.leave')
  await page.user.click(screen.getByRole('button', { name: 'Keep editing' }))
  await save(page)
  await expectMessage('profile.saved')
})
