import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { instanceWithParts } from '../../testing/parts.ts'
import { visit } from '../../testing/render-route.tsx'

const { instance } = instanceWithParts()
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
const box = () => screen.getByLabelText<HTMLInputElement>('Search records')

test('a search asks before unsaved records are lost, and is given up with “Keep editing”', async () => {
  const { user, address } = await visit(instance, '/data/db/part', { as: instance.root })
  await user.click(await cell('bolt'))
  await user.keyboard('screw{Enter}')
  await user.type(box(), 'gear')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await cell('screw, changed')
  await waitFor(() => expect(box().value).toBe(''))
  expect(address()).not.toContain('search')
  await user.type(box(), 'gear{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(address()).toContain('search=gear'))
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: /^(bolt|screw)/ })).toBeNull())
  expect(box().value).toBe('gear')
})
