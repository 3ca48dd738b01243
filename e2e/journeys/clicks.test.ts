import { createTestDatabase } from '@millwright/instance/testing/test-postgres'
import { describe, expect } from 'vitest'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { createHands } from '../harness/hands.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'

describe('the first hour takes few clicks and keys', () => {
  journey('from the login page to the first API response, with its key and curl', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await page.goto('/login')
    await page.locator('input:focus').waitFor()
    await hands.type(firstAdmin.email)
    await hands.press('Tab')
    await hands.type(firstAdmin.password)
    await hands.press('Enter')
    await hands.click(page.getByRole('button', { name: 'Create key and send request' }))
    await page.getByRole('region', { name: /^Rows of/ }).waitFor()
    expect(hands.done('First answer of the API')).toBeLessThanOrEqual(4)

    await page.reload()
    await hands.click(page.getByRole('button', { name: 'Show key and send request' }))
    await page.getByText("curl 'http").waitFor()
    await hands.click(page.getByRole('button', { name: 'Copy', exact: true }))
    expect(hands.done('API key and curl')).toBeLessThanOrEqual(3)
  })

  journey('a colleague is invited with a role', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.logIn()
    await hands.click(page.getByRole('button', { name: 'Invite', exact: true }))
    await page.getByLabel('Email (required)').waitFor()
    await hands.type('colleague@example.com')
    await hands.click(page.getByRole('button', { name: 'Role: No role' }))
    await hands.click(page.getByRole('option', { name: /^First call/ }))
    await hands.click(page.getByRole('button', { name: 'Send invitation' }))
    await page.getByText('Invitation sent to').waitFor()
    expect(hands.done('User with a role')).toBeLessThanOrEqual(5)
  })

  journey('a role that reads one table', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.logIn()
    await page.goto('/data/sample')
    await hands.click(page.getByRole('region', { name: 'Tables' }).getByRole('link', { name: /^customer/i }))
    await hands.click(page.getByRole('button', { name: 'More', exact: true }))
    await hands.click(page.getByRole('menuitem', { name: 'Grant access' }))
    await hands.click(page.getByLabel('Name (required)'))
    await hands.type('Readers')
    await hands.press('Control+s')
    await page.getByText('Role saved successfully.').waitFor()
    expect(hands.done('Role that reads one table, from its service')).toBeLessThanOrEqual(6)

    await page.goto('/roles')
    await hands.click(page.getByRole('link', { name: 'Create' }))
    await page.getByLabel('Name (required)').waitFor()
    await hands.type('Shoppers')
    await hands.click(page.getByLabel('Active'))
    await hands.click(page.getByRole('tab', { name: 'Access' }))
    await hands.click(page.getByRole('button', { name: 'Components of sample' }))
    await hands.click(
      page.getByRole('group', { name: 'Access to sample _table/customer' }).getByRole('radio', { name: 'Read' }),
    )
    await hands.press('Control+s')
    await page.getByText('Role saved successfully.').first().waitFor()
    expect(hands.done('Role that reads one table, from its name')).toBeLessThanOrEqual(6)
  })

  journey('an endpoint over two tables is made, tested and called with a key', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.logIn()
    await hands.click(page.getByRole('link', { name: 'Custom APIs' }))
    await hands.click(page.getByRole('button', { name: 'New API' }))
    await hands.choose(page.getByLabel('Table (required)'), 'customer')
    await hands.click(page.getByRole('button', { name: 'Create API' }))
    await hands.click(page.getByRole('button', { name: 'Add step' }))
    await hands.choose(page.getByRole('listitem', { name: /^Step 2/ }).getByLabel('Table (required)'), 'tag')
    await hands.click(page.getByRole('button', { name: 'Respond with all steps' }))
    await hands.click(page.getByRole('button', { name: 'Run', exact: true }))
    await page.getByRole('list', { name: 'Steps of the run' }).getByText('tag', { exact: true }).waitFor()
    await hands.click(page.getByRole('button', { name: 'Save and publish' }))
    await page.getByText('customer-api is published.').waitFor()
    await hands.click(page.getByRole('link', { name: 'Access' }))
    await hands.click(page.getByRole('button', { name: 'Create key' }))
    await hands.click(page.getByRole('button', { name: 'Send request' }))
    await page.getByText('Status 200').waitFor()
    expect(hands.done('Endpoint over two tables, called with its key')).toBeLessThanOrEqual(12)
  })

  journey('an event script runs', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.logIn()
    await page.goto('/scripts')
    await page.getByText('No event selected').waitFor()
    await hands.press('/')
    await hands.type('sample customer post pre_process')
    await page.getByRole('link', { name: 'sample._table.customer.post.pre_process' }).waitFor()
    await hands.press('Enter')
    await hands.click(page.getByRole('button', { name: 'Starter code' }))
    await hands.click(page.getByRole('button', { name: 'Run', exact: true }))
    await page.getByText('The script changed nothing.').waitFor()
    expect(hands.done('Script seen running')).toBeLessThanOrEqual(5)
  })

  journey('a thousand rows are imported', async ({ visitor }) => {
    const { page } = visitor
    const hands = createHands(page)
    await visitor.logIn()
    await page.goto('/data/sample')
    await hands.click(page.getByRole('region', { name: 'Tables' }).getByRole('link', { name: /^customer/i }))
    await hands.click(page.getByRole('button', { name: 'More', exact: true }))
    await hands.click(page.getByRole('menuitem', { name: 'Import…' }))
    const rows = Array.from({ length: 1000 }, (_, at) => `Name ${at},clicks${at}@example.com,Bern,CH,2026-01-02`)
    const chooser = page.waitForEvent('filechooser')
    await hands.click(page.getByText('Choose a file'))
    const file = {
      name: 'customers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['name,email,city,country,customer_since', ...rows].join('\n')),
    }
    await (await chooser).setFiles(file)
    await hands.click(page.getByRole('button', { name: 'Check file' }))
    await hands.click(page.getByRole('button', { name: 'Import 1,000 records' }))
    await page.getByText('1,000 records imported.').waitFor()
    expect(hands.done('Import of 1,000 rows')).toBeLessThanOrEqual(6)
  })

  journey('rows of the user’s own database are shown', async ({ visitor, instance }) => {
    const { page } = visitor
    const { url, drop } = await createTestDatabase()
    try {
      await addRows(await signIn(instance.url, firstAdmin), url)
      const hands = createHands(page)
      await visitor.logIn()
      await page.getByLabel('Database URL').fill(url)
      await hands.click(page.getByRole('button', { name: 'Connect', exact: true }))
      await hands.click(page.getByRole('link', { name: 'Browse', exact: true }))
      // Home also has a region of tables, the most used ones.
      await page.waitForURL('**/data/*')
      await hands.click(page.getByRole('region', { name: 'Tables' }).getByRole('link', { name: /^part/i }))
      await page.getByRole('gridcell', { name: 'Bolt' }).waitFor()
      expect(hands.done('Rows of a new database, from its address')).toBeLessThanOrEqual(4)
      // The rows are counted once they are shown; the database must not be dropped under that request.
      await page.getByText('1 record', { exact: true }).waitFor()
    } finally {
      await drop()
    }
  })
})

/** Creates a table with a row through a temporary service. */
async function addRows(api: Api, url: string): Promise<void> {
  const { hostname: host, port, username, password, pathname, searchParams } = new URL(url)
  const options = Object.fromEntries(searchParams)
  const config = { host, port: Number(port), username, password, database: pathname.slice(1), options }
  const service = { name: 'before', label: 'Before', type: 'pgsql', is_active: true, config }
  const field = [
    { name: 'id', type: 'id' },
    { name: 'name', type: 'string' },
  ]
  const made = await api.call('POST', 'system/service', { resource: [service] })
  const id = recordsOf(made)[0]?.id
  const done = [
    made,
    await api.call('POST', 'before/_schema', { resource: [{ name: 'part', field }] }),
    await api.call('POST', 'before/_table/part', { resource: [{ name: 'Bolt' }] }),
    await api.call('DELETE', `system/service/${id}`),
  ]
  expect(done.map(({ status }) => status)).toEqual([201, 200, 200, 200])
}
