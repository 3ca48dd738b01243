import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { instanceWithParts } from '../../../testing/parts.ts'
import { type Visit, visit } from '../../../testing/render-route.tsx'

const { instance, stored } = instanceWithParts()
const { root, send } = instance
const open = (path: string) => visit(instance, path, { as: root })
const form = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('related records', () => {
  /** Opens the related records; the first relation by default. */
  const related = async (page: Visit, relation?: string) => {
    await page.user.click(await screen.findByRole('tab', { name: 'Related' }))
    const choice = await screen.findByLabelText('Related Child Table', { selector: 'select' })
    if (relation !== undefined) await page.user.selectOptions(choice, relation)
    return within(screen.getByRole('region', { name: 'Related Child Table' }))
  }

  test('are changed, created with the key of the record, and deleted in its form', async () => {
    const page = await open('/data/db/maker?record=3&section=related')
    const parts = await related(page)
    await parts.findByRole('option', { name: 'part_by_maker_id (1)' })
    await page.user.click(await parts.findByRole('gridcell', { name: 'gear' }))
    await page.user.keyboard('wheel{Enter}{Control>}s{/Control}')
    await waitFor(async () => expect((await stored())[2]).toMatchObject({ name: 'wheel', maker_id: 3 }))

    await page.user.click(parts.getByRole('button', { name: 'Create Part' }))
    const created = await form('Create Part')
    expect(created.getByLabelText('Maker Id')).toHaveProperty('readOnly', true)
    await page.user.type(created.getByLabelText(/^Name/), 'axle{Control>}s{/Control}')
    await waitFor(async () => expect((await stored()).at(-1)).toMatchObject({ name: 'axle', maker_id: 3 }))

    await parts.findByRole('gridcell', { name: 'axle' })
    await parts.findByRole('option', { name: 'part_by_maker_id (2)' })
    await page.user.click(parts.getByRole('checkbox', { name: 'Select row 2' }))
    await page.user.click(parts.getByRole('button', { name: 'Delete 1' }))
    await page.user.click(await screen.findByRole('button', { name: 'Delete record' }))
    await waitFor(async () => expect((await stored()).map(({ name }) => name)).toEqual(['bolt', 'nut', 'wheel']))
  })

  test('are not left unsaved without confirmation', async () => {
    const page = await open('/data/db/maker?record=3')
    const parts = await related(page, 'part_by_maker_id')
    await page.user.click(await parts.findByRole('gridcell', { name: 'gear' }))
    await page.user.keyboard('wheel{Enter}')
    await page.user.click(screen.getByRole('tab', { name: 'Fields' }))
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
    await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await page.user.click(screen.getByRole('tab', { name: 'Related' }))
    await parts.findByRole('gridcell', { name: 'wheel, changed' })
    await page.user.click(parts.getByRole('button', { name: 'Open in table' }))
    await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(page.address()).toContain('/data/db/part?filter=maker_id'))
  })

  test('through a junction table are linked and unlinked, but not deleted', async () => {
    const page = await open('/data/db/part?record=1')
    const shops = await related(page, 'shop_by_offer')
    await page.user.click(await shops.findByRole('button', { name: 'Link Shop…' }))
    await page.user.click(await (await form('Link Shop')).findByRole('button', { name: 'Choose' }))
    await shops.findByRole('gridcell', { name: 'Corner' })
    const offers = async () =>
      (await send<{ resource: object[] }>('GET', 'db/_table/offer', { as: root })).body.resource
    expect(await offers()).toMatchObject([{ part_id: 1, shop_id: 1 }])

    await page.user.click(await shops.findByRole('checkbox', { name: 'Select row 1' }))
    await page.user.click(shops.getByRole('button', { name: 'Unlink 1' }))
    await page.user.click(await screen.findByRole('button', { name: 'Unlink record' }))
    await waitFor(async () => expect(await offers()).toEqual([]))
    expect((await send('GET', 'db/_table/shop/1', { as: root })).status).toBe(200)
  })
  test('are linked once, however often they are chosen', async () => {
    const { promise: chosen, resolve: goOn } = Promise.withResolvers<void>()
    const page = await visit(instance, '/data/db/part?record=1', {
      as: root,
      through: (reach) => async (input, init) => {
        if (init?.method === 'POST' && String(input).includes('_table/offer')) await chosen
        return reach(input, init)
      },
    })
    const shops = await related(page, 'shop_by_offer')
    await page.user.click(await shops.findByRole('button', { name: 'Link Shop…' }))
    await page.user.dblClick(await (await form('Link Shop')).findByRole('button', { name: 'Choose' }))
    goOn()
    await shops.findByRole('gridcell', { name: 'Corner' })
    const { body } = await send<{ resource: object[] }>('GET', 'db/_table/offer', { as: root })
    expect(body.resource).toHaveLength(1)
  })
})
