import { apiKeyHeader, apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import type { Verb } from '@millwright/contract/verbs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { rowOf, told } from '../harness/screens.ts'

interface Caller {
  /** How the screen asks about them. */
  readonly question: string
  readonly headers: Readonly<Record<string, string>>
}

const calls: readonly (readonly [Verb, string])[] = [
  ['GET', 'system/lookup'],
  ['POST', 'system/lookup'],
  ['GET', 'system/role'],
  ['GET', 'files'],
]

/** Makes a role on the screen: one rule about a service, with the verbs of the menu that are named. */
async function createRole(page: Page, name: string, verbs: readonly string[]): Promise<void> {
  await page.goto('/roles#create')
  await page.getByLabel('Name (required)').fill(name)
  await page.getByLabel('Active').check()
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByLabel('Service of rule 1').selectOption('system')
  const rule = page.getByRole('listitem', { name: 'Rule 1' })
  await rule.getByRole('button', { name: 'None Selected' }).click()
  for (const verb of verbs) await page.getByRole('menuitemcheckbox', { name: verb }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await told(page, 'Role saved successfully.')
  await rowOf(page, name).waitFor()
}

async function idOf({ call }: Api, collection: string, name: string): Promise<number> {
  const [record] = recordsOf(await call('GET', `system/${collection}?filter=name="${name}"`))
  return Number(record?.id)
}

/** What the screen says and what the instance does, for every call. */
async function compared(page: Page, url: string, { question, headers }: Caller) {
  const found: string[] = []
  for (const [verb, path] of calls) {
    await page.goto(`/roles/explain?${question}&verb=${verb}&path=${path}`)
    const answer = page.getByRole('region', { name: 'Explanation' })
    const verdict = await answer.getByText(/^(Allowed|Refused with \d+)$/).textContent()
    const body = JSON.stringify({ resource: [{ name: `key-${found.length}-${Date.now()}` }] })
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

journey(
  'three callers are let in and kept out as the explanation says, from the next request on',
  async ({ visitor, instance }) => {
    const { page, barriers } = visitor
    const api = await signIn(instance.url, firstAdmin)
    await visitor.logIn()
    await createRole(page, 'Guests', ['GET (read)'])
    await createRole(page, 'Keepers', ['POST (create)'])

    const [guests, keepers] = [await idOf(api, 'role', 'Guests'), await idOf(api, 'role', 'Keepers')]
    const made = await api.call('POST', 'system/app?fields=*', {
      resource: [{ name: 'shop', type: 0, is_active: true, role_id: guests }],
    })
    const [app] = recordsOf(made)
    const person = { email: 'kim@example.com', password: 'a password' }
    const keeper = {
      ...person,
      name: 'Kim',
      is_active: true,
      user_to_app_to_role_by_user_id: [{ app_id: app?.id, role_id: keepers }],
    }
    await api.call('POST', 'system/user', { resource: [keeper] })
    const key = { [apiKeyHeader]: String(app?.api_key) }
    const session = await api.call('POST', 'user/session', person, { ...key, [sessionTokenHeader]: '' })
    const guest: Caller = { question: `app=${app?.id}`, headers: key }
    const kim: Caller = {
      question: `by=user&person=${await idOf(api, 'user', 'Kim')}&app=${app?.id}`,
      headers: { ...key, [sessionTokenHeader]: String(session.body.session_token) },
    }
    const ada: Caller = {
      question: `by=admin&person=${recordsOf(await api.call('GET', 'system/admin'))[0]?.id}`,
      headers: { [sessionTokenHeader]: api.token },
    }

    expect(await compared(page, instance.url, guest)).toEqual(['allowed', 'refused', 'allowed', 'refused'])
    expect(await compared(page, instance.url, kim)).toEqual(['refused', 'allowed', 'refused', 'refused'])
    expect((await compared(page, instance.url, ada)).slice(0, 3)).toEqual(['allowed', 'allowed', 'allowed'])
    expect(await barriers()).toEqual([])

    await page.goto(`/roles/${guests}`)
    await page.getByRole('tab', { name: 'Access' }).click()
    await page.getByRole('button', { name: 'Delete rule 1' }).waitFor()
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: 'Delete rule 1' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await told(page, 'Role updated successfully.')
    expect(await compared(page, instance.url, guest)).toEqual(['refused', 'refused', 'refused', 'refused'])
  },
)

journey('the matrix and the rules of a role have no barriers', async ({ visitor, instance }) => {
  const { page, barriers } = visitor
  const api = await signIn(instance.url, firstAdmin)
  const access = [{ service_id: null, component: '*', verb_mask: 1, requestor_mask: 1 }]
  await api.call('POST', 'system/role', { resource: [{ name: 'Wide', role_service_access_by_role_id: access }] })
  await visitor.logIn()
  await page.goto(`/roles/${await idOf(api, 'role', 'Wide')}`)
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByText('Matrix').click()
  await page.getByRole('checkbox', { name: 'GET on system, allowed by a wider rule' }).waitFor()
  expect(await barriers()).toEqual([])
  await page.getByRole('button', { name: 'Copy from another role' }).click()
  await page.getByRole('option', { name: 'Wide' }).waitFor()
  expect(await barriers()).toEqual([])
})
