import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { instanceWithParts } from '../../testing/parts.ts'
import { visit } from '../../testing/render-route.tsx'

const { instance, stored } = instanceWithParts()
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
const saved = () => screen.findByText(/^Record (saved|created)\.$/, { selector: '[aria-label="Notifications"] p' })

/** Opens a page whose requests of one verb reach the instance at once, and are answered on `answer`. */
async function held(path: string, verb: string) {
  const arrived = Promise.withResolvers<void>()
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const sent: string[] = []
  const page = await visit(instance, path, {
    as: instance.root,
    through: (reach) => async (input, init) => {
      const response = await reach(input, init)
      if (init?.method === verb && String(input).includes('_table/')) {
        sent.push(String(input))
        arrived.resolve()
        await promise
      }
      return response
    },
  })
  return { ...page, sent, arrived: arrived.promise, answer }
}

describe('while records are being saved', () => {
  test('cells of the same row can be edited, and stay unsaved and undoable', async () => {
    const { user, arrived, answer } = await held('/data/db/part', 'PATCH')
    await user.click(await cell('bolt'))
    await user.keyboard('screw{Enter}{Control>}s{/Control}')
    await arrived
    await user.click(await cell('5'))
    await user.keyboard('9{Enter}')
    answer()
    await saved()
    await cell('screw')
    await cell('9, changed')
    expect((await stored())[0]).toMatchObject({ name: 'screw', stock: 5 })
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect((await stored())[0]).toMatchObject({ name: 'screw', stock: 9 }))
  })

  test('a new row can be filled in further, and becomes a change to its record', async () => {
    const { user, arrived, answer } = await held('/data/db/part?columns=name,stock', 'POST')
    await cell('bolt')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add a row in the grid' }))
    await user.keyboard('pin{Enter}{Control>}s{/Control}')
    await arrived
    await user.keyboard('{ArrowUp}{ArrowRight}8{Enter}')
    answer()
    await saved()
    await cell('8, changed')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect((await stored()).slice(3)).toMatchObject([{ name: 'pin', stock: 8 }]))
  })
})
