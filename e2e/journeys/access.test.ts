import { apiKeyHeader, apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import type { Verb } from '@millwright/contract/verbs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { type Api, recordsOf } from '../harness/api.ts'
import { editor, rowOf, waitForNotification } from '../harness/screens.ts'

interface Caller {
  /** The question of the explanation on screen. */
  readonly question: string
  readonly headers: Readonly<Record<string, string>>
}

const customers = 'sample/_table/customer'

const calls: readonly (readonly [Verb, string])[] = [
  ['GET', customers],
  ['POST', customers],
  ['GET', 'sample/_table/staff'],
]

interface Rule {
  /** Name in the menu of the rule's verbs. */
  readonly verb: string
  /** Name in the service's list of components. */
  readonly component: string
  /** Field, operator and value of each filter; a row has to match any of them. */
  readonly filters: readonly (readonly [string, string, string])[]
}

/** Creates a role in the console with one access rule for the sample database. */
async function createRole(page: Page, name: string, { verb, component, filters }: Rule): Promise<void> {
  await page.goto('/roles#create')
  await page.getByLabel('Name (required)').fill(name)
  await page.getByLabel('Active').check()
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('radio', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('button', { name: 'Service of rule 1: All' }).click()
  await page.getByRole('option', { name: /sample/ }).click()
  await page.getByLabel('Component of rule 1').focus()
  await page.getByLabel('Component of rule 1').selectOption(component)
  const rule = page.getByRole('listitem', { name: 'Rule 1', exact: true })
  await rule.getByRole('button', { name: 'None Selected' }).click()
  await page.getByRole('menuitemcheckbox', { name: verb }).click()
  await page.keyboard.press('Escape')
  if (filters.length > 0) await page.getByRole('button', { name: 'Add filter' }).click()
  for (const [index, [field, operator, value]] of filters.entries()) {
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByRole('combobox', { name: `Field of condition ${index + 1}` }).selectOption(field)
    await page.getByLabel(`Operator of condition ${index + 1}`).selectOption(operator)
    await page.getByLabel(`Value of condition ${index + 1}`).fill(value)
  }
  if (filters.length > 1) await page.getByRole('button', { name: 'AND', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await waitForNotification(page, 'Role saved successfully.')
  await rowOf(page, name).waitFor()
}

/** Opens a picker, searches for a record and selects it. */
async function pick(page: Page, picker: RegExp, many: string, name: string): Promise<void> {
  await editor(page).getByRole('button', { name: picker }).click()
  await page.getByRole('combobox', { name: `Search ${many}` }).fill(name)
  await page.getByRole('option', { name }).click()
}

async function createApp(page: Page, name: string, role: string): Promise<void> {
  await page.goto('/apps/new')
  await editor(page).getByLabel('Application Name').fill(name)
  await pick(page, /^Assign a Default Role/, 'roles', role)
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await waitForNotification(page, `${name} saved successfully.`)
}

const newcomer = { name: 'Newcomer', city: 'Lisbon', country: 'PT', customer_since: '2026-01-01' }

interface User {
  readonly email: string
  readonly password: string
  readonly name: string
}

async function createUser(page: Page, { email, password, name }: User, app: string, role: string): Promise<void> {
  await page.goto('/users/new')
  await editor(page)
    .getByLabel(/^Email/)
    .fill(email)
  await editor(page).getByLabel('Display Name').fill(name)
  await editor(page).getByLabel('Set Password').check()
  await editor(page).getByLabel('Enter Password').fill(password)
  await editor(page).getByLabel('Verify Password').fill(password)
  await editor(page).getByRole('tab', { name: 'Roles' }).click()
  await pick(page, /^Add an app/, 'apps', app)
  await pick(page, new RegExp(`^Role in ${app}`), 'roles', role)
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await waitForNotification(page, 'User saved successfully.')
}

async function removeRule(page: Page, role: number): Promise<void> {
  await page.goto(`/roles/${role}`)
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('radio', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Delete rule 1' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await waitForNotification(page, 'Role updated successfully.')
}

async function recordOf({ call }: Api, collection: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  const [record] = recordsOf(await call('GET', `system/${collection}?filter=name="${name}"`))
  if (record === undefined) throw new Error(`There is no ${collection} ${name}`)
  return record
}

/** Returns the responses of the instance to each call, after checking that the screen predicts the same. */
async function compared(page: Page, url: string, { question, headers }: Caller): Promise<readonly string[]> {
  const found: string[] = []
  for (const [verb, path] of calls) {
    await page.goto(`/roles/explain?${question}&verb=${verb}&path=${path}`)
    const answer = page.getByRole('region', { name: 'Explanation' })
    const verdict = await answer.getByText(/^(Allowed|Refused with \d+)$/).textContent()
    const body = JSON.stringify({ resource: [newcomer] })
    const { status } = await fetch(`${url}${apiPrefix}/${path}`, {
      method: verb,
      headers: { ...headers, ...(verb === 'POST' && { 'content-type': 'application/json' }) },
      ...(verb === 'POST' && { body }),
    })
    expect([verb, path, verdict]).toEqual([verb, path, status < 400 ? 'Allowed' : `Refused with ${status}`])
    found.push(status < 400 ? 'allowed' : 'refused')
  }
  return found
}

administration(
  'the explanation matches the access of three callers, from the next request on',
  async ({ visitor, api, instance }) => {
    const { page, barriers } = visitor
    const kim = { email: 'kim@example.com', password: 'a password', name: 'Kim' }
    const open = { component: '_table/*', filters: [] }
    const regional = {
      component: '_table/customer/*',
      filters: [
        ['country', '=', '{home}'],
        ['city', 'starts with', 'Gr'],
      ],
    } as const
    await createRole(page, 'Guests', { verb: 'GET (read)', ...regional })
    await createRole(page, 'Keepers', { verb: 'POST (create)', ...open })
    await api.call('POST', 'system/lookup', { resource: [{ name: 'home', value: 'NO' }] })
    await createApp(page, 'Shop', 'Guests')
    await createUser(page, kim, 'Shop', 'Keepers')

    const app = await recordOf(api, 'app', 'Shop')
    const key = { [apiKeyHeader]: String(app.api_key) }
    const { email, password } = kim
    const session = await api.call('POST', 'user/session', { email, password }, { ...key, [sessionTokenHeader]: '' })
    const callers = {
      admin: {
        question: `by=admin&person=${recordsOf(await api.call('GET', 'system/admin'))[0]?.id}`,
        headers: { [sessionTokenHeader]: api.token },
      },
      guest: { question: `app=${app.id}`, headers: key },
      user: {
        question: `by=user&person=${(await recordOf(api, 'user', 'Kim')).id}&app=${app.id}`,
        headers: { ...key, [sessionTokenHeader]: String(session.body.session_token) },
      },
    }
    const ask = (caller: Caller) => compared(page, instance.url, caller)

    const asGuest = (path: string) => api.call('GET', path, undefined, { ...key, [sessionTokenHeader]: '' })

    expect(await ask(callers.admin)).toEqual(['allowed', 'allowed', 'allowed'])
    expect(await ask(callers.guest)).toEqual(['allowed', 'refused', 'refused'])
    expect(await ask(callers.user)).toEqual(['refused', 'allowed', 'refused'])
    expect(await barriers()).toEqual([])

    await page.goto(`/roles/explain?${callers.guest.question}&verb=GET&path=${customers}`)
    await page.getByText('country = {home} OR city starts with Gr').waitFor()
    const seen = recordsOf(await asGuest(customers))
    expect(seen.map(({ country, city }) => country === 'NO' || String(city).startsWith('Gr'))).not.toContain(false)
    expect(new Set(seen.map(({ country }) => country))).toEqual(new Set(['NO', 'AT']))
    expect((await asGuest(`${customers}/1`)).status).toBe(404)

    await removeRule(page, Number((await recordOf(api, 'role', 'Guests')).id))
    expect(await ask(callers.guest)).toEqual(['refused', 'refused', 'refused'])
    expect(await ask(callers.user)).toEqual(['refused', 'allowed', 'refused'])
    await removeRule(page, Number((await recordOf(api, 'role', 'Keepers')).id))
    expect(await ask(callers.user)).toEqual(['refused', 'refused', 'refused'])
  },
)
