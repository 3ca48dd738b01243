import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { instanceWithParts } from '../../testing/parts.ts'
import { visit } from '../../testing/render-route.tsx'

const { instance, stored } = instanceWithParts()
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
const saved = () => screen.findByText(/^Record (saved|created)\.$/, { selector: '[aria-label="Notifications"] p' })

async function addRow(user: UserEvent) {
  await cell('bolt')
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add a row in the grid' }))
}

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
    await addRow(user)
    await user.keyboard('pin{Enter}{Control>}s{/Control}')
    await arrived
    await user.keyboard('{ArrowUp}{ArrowRight}8{Enter}')
    answer()
    await saved()
    await cell('8, changed')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect((await stored()).slice(3)).toMatchObject([{ name: 'pin', stock: 8 }]))
  })

  test('pressing the keys again in the grid creates no second record', async () => {
    const { user, sent, arrived, answer } = await held('/data/db/part?columns=name,stock', 'POST')
    await addRow(user)
    await user.keyboard('pin{Enter}{Control>}ss{/Control}')
    await arrived
    await user.keyboard('{Control>}s{/Control}')
    answer()
    await saved()
    expect(sent).toHaveLength(1)
    expect(await stored()).toHaveLength(4)
  })

  test('pressing the keys again in the form creates no second record', async () => {
    const { user, sent, arrived, answer } = await held('/data/db/part?record=new', 'POST')
    await user.type(await screen.findByLabelText(/^Name/), 'pin{Control>}ss{/Control}')
    await arrived
    await user.keyboard('{Control>}s{/Control}')
    answer()
    await saved()
    expect(sent).toHaveLength(1)
    expect(await stored()).toHaveLength(4)
    expect(screen.queryByRole('button', { name: /^Save \d/ })).toBeNull()
  })
})

test('holding the keys saves once, and does not report that nothing is left to save', async () => {
  const { user, arrived, answer } = await held('/data/db/part', 'PATCH')
  await user.click(await cell('bolt'))
  await user.keyboard('screw{Enter}')
  const hold = (repeat: boolean) => fireEvent.keyDown(document.body, { key: 's', ctrlKey: true, repeat })
  hold(false)
  await arrived
  answer()
  await saved()
  // The browser's own dialog stays closed too.
  expect(hold(true)).toBe(false)
  expect(screen.queryByText('No records selected for save.')).toBeNull()
})
