import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { respondWith } from '../../../testing/answering.ts'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance()
const { root, send, parts } = instance

const field = [
  { name: 'id', type: 'id' },
  { name: 'email', type: 'string', length: 80 },
]
beforeAll(() => send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'guest', field }] } }))
const change = (email: string) => send('PATCH', 'db/_table/guest/1', { as: root, body: { email } })
const stored = async () => (await send<{ email: string }>('GET', 'db/_table/guest/1', { as: root })).body.email

const foreign = respondWith({ part: 'system/environment' }, 200, { apps: [{ id: 1, name: 'admin', url: '' }] })

test('shows no history button on a server without data history', async () => {
  await visit(instance, '/schema/db/table/guest', { as: root, through: foreign })
  expect(await screen.findByRole('button', { name: 'Drop' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'History' })).toBeNull()
})

test('enables the history of a table, compares and filters it, and reverts changes except later ones', async () => {
  const { user } = await visit(instance, '/schema/db/table/guest', { as: root })
  await user.click(await screen.findByRole('button', { name: 'History' }))
  const panel = within(await screen.findByRole('dialog', { name: 'History of guest' }))
  expect(await panel.findByText('No matching changes.')).toBeTruthy()
  await user.click(panel.getByRole('checkbox', { name: 'Record the history of this table' }))
  await screen.findByText('Changes to guest are now recorded.')

  await send('POST', 'db/_table/guest', { as: root, body: { resource: [{ email: 'one@a.test' }] } })
  await change('two@a.test')
  await change('three@a.test')
  await parts.background.idle()
  await user.click(panel.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'History' }))
  const again = within(await screen.findByRole('dialog', { name: 'History of guest' }))
  const [latest, earlier] = await again.findAllByRole('button', { name: 'Changed: email' })
  if (!latest || !earlier) throw new Error('There are two changes')
  await user.click(earlier)
  expect(await again.findByText('one@a.test')).toBeTruthy()
  expect(again.getByText('two@a.test')).toBeTruthy()

  const [, second] = again.getAllByRole('checkbox', { name: /^Choose: modified 1/ })
  if (!second) throw new Error('Two changes can be chosen')
  await user.click(second)
  await user.click(again.getByRole('button', { name: 'Revert' }))
  expect(await screen.findByText('Nothing can be reverted. 1: Changed later: email.')).toBeTruthy()
  const [first] = again.getAllByRole('checkbox', { name: /^Choose: modified 1/ })
  if (!first) throw new Error('Two changes can be chosen')
  await user.click(first)
  await user.click(again.getByRole('button', { name: 'Revert' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revert 1 row?' }))
  await user.click(question.getByRole('button', { name: 'Revert' }))
  expect(await screen.findByText('1 row reverted.')).toBeTruthy()
  expect(await stored()).toBe('one@a.test')

  await user.type(again.getByRole('searchbox', { name: 'User or app' }), 'nobody')
  expect(await again.findByText('No matching changes.')).toBeTruthy()
})

test("shows a record's own history, with changes saved by its form as made in the grid", async () => {
  const { user } = await visit(instance, '/data/db/guest?record=1', { as: root })
  await user.click(await screen.findByRole('button', { name: 'History' }))
  const panel = within(await screen.findByRole('dialog', { name: 'History of guest 1' }))
  expect(await panel.findAllByRole('button', { name: 'Changed: email' })).not.toEqual([])
  expect(panel.queryByRole('checkbox', { name: 'Record the history of this table' })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Close' }))
  const form = within(screen.getByRole('dialog', { name: /@/ }))
  const email = form.getByRole('textbox', { name: /^Email/ })
  await user.clear(email)
  await user.type(email, 'grid@a.test')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await expect.poll(stored).toBe('grid@a.test')
  const { body } = await send('GET', 'system/data_history?order=id%20desc&limit=1&fields=origin,changed', { as: root })
  expect(body).toEqual({ resource: [{ origin: 'grid', changed: 'email' }] })
})

test('a revert whose answer is lost reads the history again', async () => {
  const { user } = await visit(instance, '/schema/db/table/guest', {
    as: root,
    through: (reach) => async (input, init) => {
      const answer = await reach(input, init)
      const isRevert = String(input).includes('data_history/revert') && !String(input).includes('preview')
      if (isRevert) throw new TypeError('Failed to fetch')
      return answer
    },
  })
  await user.click(await screen.findByRole('button', { name: 'History' }))
  const panel = within(await screen.findByRole('dialog', { name: 'History of guest' }))
  const [latest] = await panel.findAllByRole('checkbox', { name: /^Choose: modified 1/ })
  if (!latest) throw new Error('A change can be chosen')
  const before = panel.getAllByRole('listitem').length
  await user.click(latest)
  await user.click(panel.getByRole('button', { name: 'Revert' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revert 1 row?' }))
  await user.click(question.getByRole('button', { name: 'Revert' }))
  await question.findByRole('alert')
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(panel.getAllByRole('listitem').length).toBeGreaterThan(before))
})
