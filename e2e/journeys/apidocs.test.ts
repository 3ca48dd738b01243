import { describe, expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { recordsOf } from '../harness/api.ts'

describe('the API docs', () => {
  administration('are searched, an operation is tried, and its call is copied', async ({ visitor, api: { call } }) => {
    const { page } = visitor
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/apidocs')
    await page.getByRole('link', { name: /^Sample Database/ }).click()
    await page.getByRole('searchbox', { name: 'Search operations' }).fill('post table/tag')
    await page.getByRole('link', { name: /^POST .* \/_table\/tag$/ }).click()
    await page.waitForURL('**/apidocs/sample/createSampleTagRecords')
    await page.getByRole('heading', { name: 'Create records of tag' }).waitFor()

    await page.getByRole('tab', { name: 'Try it' }).click()
    const body = page.getByRole('textbox', { name: /^Body/ })
    await body.fill('{"resource":[{"name":')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Not valid JSON.').waitFor()
    await body.fill('{"resource":[{"name":"tried"}]}')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const response = page.getByRole('region', { name: 'Response' })
    await response.getByText('200 OK').waitFor()
    await response.getByRole('textbox', { name: /^Response/ }).waitFor()
    const { body: stored } = await call('GET', 'sample/_table/tag?filter=name="tried"')
    expect(stored.resource).toHaveLength(1)

    await page.getByRole('tab', { name: 'Code' }).click()
    await page.waitForURL('**/createSampleTagRecords?view=code')
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`curl -X POST '${new URL(page.url()).origin}/api/v2/sample/_table/tag'`)
    expect(copied).toContain('"name":"tried"')

    await page.reload()
    await page.getByRole('tab', { name: 'Code', selected: true }).waitFor()
    await page.getByRole('button', { name: 'Download' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'OpenAPI as YAML' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('sample.yaml')
  })

  administration('try a call as an app, whose role rejects it', async ({ visitor, api: { call } }) => {
    const { page } = visitor
    const role = { name: 'Docs reader', is_active: true, role_service_access_by_role_id: [] }
    const [made] = recordsOf(await call('POST', 'system/role?fields=id', { resource: [role] }))
    await call('POST', 'system/app', { resource: [{ name: 'Reader', is_active: true, role_id: made?.id }] })
    await page.goto('/apidocs/sample/getSampleTagRecords?view=try')
    await page.getByRole('button', { name: /^Send as/ }).click()
    await page.getByRole('option', { name: 'Reader' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('region', { name: 'Response' }).getByText(/^401/).waitFor()
    await page.getByRole('button', { name: /^Send as/ }).click()
    await page.getByRole('option', { name: 'Me (this session)' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('region', { name: 'Response' }).getByText('200 OK').waitFor()
  })
})
