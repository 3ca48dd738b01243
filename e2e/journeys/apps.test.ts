import { apiKeyHeader, apiPrefix } from '@millwright/contract/headers'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { type Api, recordsOf } from '../harness/api.ts'
import { packageFile } from '../harness/package-file.ts'
import { choose, editor, question, rowOf, waitForNotification } from '../harness/screens.ts'

async function app({ call }: Api, name: string): Promise<Readonly<Record<string, unknown>>> {
  const [found] = recordsOf(await call('GET', `system/app?filter=name="${name}"`))
  if (found === undefined) throw new Error(`There is no app ${name}`)
  return found
}

/** Creates a role that only allows reading roles; returns its name. */
async function readers({ call }: Api): Promise<string> {
  const [service] = recordsOf(await call('GET', 'system/service?filter=name="system"'))
  const access = { service_id: service?.id, component: 'role/*', verb_mask: 1, requestor_mask: 1 }
  const role = { name: 'Role readers', is_active: true, role_service_access_by_role_id: [access] }
  expect((await call('POST', 'system/role', { resource: [role] })).status).toBe(201)
  return role.name
}

const todo = packageFile({
  'description.json': JSON.stringify({ name: 'To do', type: 1, path: 'index.html' }),
  'index.html': '<!doctype html><title>To do</title><h1>Nothing left to do</h1>',
})

async function importFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Package file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  expect(await page.getByLabel('Package (required)').inputValue()).toBe(name)
  await editor(page).getByRole('button', { name: 'Import' }).click()
}

describe('an app', () => {
  administration(
    'gets a role, which applies to its key until the key is replaced',
    async ({ visitor, api, instance }) => {
      const { page } = visitor
      const role = await readers(api)
      const statusWith = async (key: string, path: string) =>
        (await fetch(`${instance.url}${apiPrefix}/${path}`, { headers: { [apiKeyHeader]: key } })).status

      await page.goto('/apps')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Application Name is required.').waitFor()
      await editor(page).getByLabel('Application Name').fill('Reader')
      await editor(page)
        .getByRole('button', { name: /^Assign a Default Role/ })
        .click()
      await page.getByRole('combobox', { name: 'Search roles' }).fill('readers')
      await page.getByRole('option', { name: role }).click()
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await waitForNotification(page, 'Reader saved successfully.')
      await rowOf(page, 'Reader').getByText(role).waitFor()

      const first = String((await app(api, 'Reader')).api_key)
      expect(await statusWith(first, 'system/role')).toBe(200)
      expect(await statusWith(first, 'system/app')).toBe(401)

      await rowOf(page, 'Reader').click()
      await editor(page).getByText(first).waitFor()
      expect(await visitor.barriers()).toEqual([])
      await editor(page).getByRole('button', { name: 'Regenerate' }).click()
      await question(page).getByRole('button', { name: 'Regenerate key' }).click()
      await waitForNotification(page, 'Reader has a new API key.')
      const second = String((await app(api, 'Reader')).api_key)
      await editor(page).getByText(second).waitFor()
      expect(await statusWith(first, 'system/role')).not.toBe(200)
      expect(await statusWith(second, 'system/role')).toBe(200)

      await editor(page).getByLabel('Description').fill('Saved after its key changed')
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await waitForNotification(page, 'Reader updated successfully.')
    },
  )

  administration('is imported as a package, served from its folder, and deleted with it', async ({ visitor, api }) => {
    const { page } = visitor
    await page.goto('/apps')
    await page.getByRole('link', { name: 'Import' }).click()
    await importFile(page, 'broken.dfpkg', Buffer.from('no archive'))
    await editor(page).getByRole('alert').waitFor()
    await importFile(page, 'todo.dfpkg', todo)
    await waitForNotification(page, 'App successfully imported.')
    await rowOf(page, 'To do').waitFor()
    expect(await visitor.barriers()).toEqual([])

    // Apps run on their own origin.
    visitor.forgive(/^requested http:\/\/127\.0\.0\.1:\d+\/files\/ToDo\//)
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Actions for To do' }).click({ force: true })
    await page.getByRole('menuitem', { name: 'Launch' }).click()
    const launched = await opened
    await launched.getByRole('heading', { name: 'Nothing left to do' }).waitFor()
    expect(launched.url()).toBe((await app(api, 'To do')).launch_url)
    await launched.close()

    await page.getByRole('button', { name: 'Actions for To do' }).click({ force: true })
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await question(page).getByRole('button', { name: 'Delete app' }).click()
    await question(page).getByText('Pressing cancel will retain the files in storage.').waitFor()
    await question(page).getByRole('button', { name: 'Delete files' }).click()
    await waitForNotification(page, 'App successfully deleted.')
    expect((await page.request.get(launched.url())).status()).toBe(404)
  })

  administration(
    'is copied under another name, and several are deleted together',
    async ({ visitor: { page }, api }) => {
      const made = { name: 'Original', type: 2, url: 'https://original.example.com/', is_active: true }
      expect((await api.call('POST', 'system/app', { resource: [made] })).status).toBe(201)
      await page.goto('/apps?filter=original')
      await rowOf(page, 'Original').waitFor()
      await choose(page, 'Actions for Original', 'Duplicate')
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await waitForNotification(page, 'Original copy saved successfully.')
      expect((await app(api, 'Original copy')).url).toBe(made.url)
      expect((await app(api, 'Original copy')).api_key).not.toBe((await app(api, 'Original')).api_key)

      await page.getByRole('checkbox', { name: 'Select Original', exact: true }).check()
      await page.getByRole('checkbox', { name: 'Select Original copy' }).check()
      await page.getByRole('button', { name: 'Delete' }).click()
      await question(page).getByText('Delete selected apps?').waitFor()
      await question(page).getByRole('button', { name: 'Delete 2 apps' }).click()
      await question(page).getByText('Delete application files?').waitFor()
      await question(page).getByRole('button', { name: 'Cancel' }).click()
      await waitForNotification(page, 'Apps deleted successfully.')
      await page.getByText('You have no Apps that match your search criteria!').waitFor()
    },
  )
})
