import { expect } from 'vitest'
import { addAdmins, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { overflowing } from '../harness/overflow.ts'

/**
 * 200 characters each in Latin, Arabic and Chinese script, as one word where the script has words, with characters that are special in
 * messages and pages.
 */
const longNames = ['Donaudampfschifffahrt', 'الإسكندرية', '資料庫管理員'].map((piece) =>
  `{count, plural, other {#}} <b>${piece.repeat(200)}`.slice(0, 200),
)

journey(
  'names of 200 characters in three scripts fit at 390 px, and are not interpreted',
  async ({ another, instance }) => {
    const { call } = await signIn(instance.url, firstAdmin)
    const resource = longNames.map((name, at) => ({ name, email: `long${at}@example.com` }))
    const people = recordsOf(await call('POST', 'system/user', { resource }))
    const visitor = await another({ viewport: { width: 390, height: 844 } })
    const { page } = visitor
    await visitor.enter()
    const found: string[] = []
    const look = async (what: string) => found.push(...(await overflowing(page)).map((each) => `${what}: ${each}`))
    for (const [at, { id }] of people.entries()) {
      await page.goto(`/users/${id}?lang=de`)
      await page.getByRole('dialog').getByLabel('Anzeigename').waitFor()
      expect(await page.getByRole('dialog').getByLabel('Anzeigename').inputValue()).toBe(longNames[at])
      const title = page.getByRole('heading', { name: longNames[at] ?? '' })
      expect((await title.boundingBox())?.height).toBeLessThanOrEqual(64)
      await look(`user ${at}`)
    }
    await page.goto('/users')
    await page.getByText('long0@example.com').waitFor()
    await look('users')
    for (const { id } of people) await call('DELETE', `system/user/${id}`)
    expect(found).toEqual([])
  },
)

journey('a long list does not displace the content above it on a phone', async ({ another, instance }) => {
  await addAdmins(await signIn(instance.url, firstAdmin), 40)
  const visitor = await another({ viewport: { width: 390, height: 844 } })
  const { page } = visitor
  await visitor.enter()
  await page.goto('/admins?lang=de')
  await page.getByText('person001@example.com').waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Anwenden', exact: true }).waitFor()
})

journey(
  'a range of a hundred thousand records fits beside the pages of a list on a phone',
  async ({ another, instance }) => {
    const { call } = await signIn(instance.url, firstAdmin)
    const resource = Array.from({ length: 12 }, (_, at) => ({
      name: `Person ${at}`,
      email: `of-many${at}@example.com`,
    }))
    await call('POST', 'system/user', { resource })
    const { page, enter } = await another({ viewport: { width: 390, height: 844 } })
    await enter()
    await page.route(/system\/user\?/, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, ...(body.meta && { meta: { ...body.meta, count: 100_000 } }) } })
    })
    for (const [address, range] of [
      ['/users?pageSize=10&lang=en', /of 100,000/],
      ['/users?pageSize=10&lang=de', /von 100[.,]000/],
    ] as const) {
      await page.goto(address)
      await page.getByText(range).first().waitFor()
      expect(await overflowing(page)).toEqual([])
    }
  },
)
