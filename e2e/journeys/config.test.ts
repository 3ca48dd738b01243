import { describe, expect } from 'vitest'
import { recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { question, waitForNotification } from '../harness/screens.ts'

describe('the configuration', () => {
  journey.for([
    ['system-info', 'Copy all as text'],
    ['cache', 'Flush System-Wide Cache'],
    ['cors/new-1', 'Save'],
    ['email-templates', 'Add email template'],
    ['lookup-keys/new-1', 'Save'],
    ['outbox', 'Refresh'],
  ] as const)('is accessible at %s', async ([view, button], { visitor }) => {
    await visitor.enter()
    await visitor.page.goto(`/config/${view}`)
    await visitor.page.getByRole('button', { name: button }).first().waitFor()
    expect(await visitor.barriers()).toEqual([])
  })

  journey('asks before an unsaved entry is left', async ({ visitor, instance }) => {
    const { page } = visitor
    await visitor.enter()
    await page.goto('/config')
    await page.getByRole('link', { name: 'CORS' }).click()
    await page.getByRole('button', { name: 'Add CORS entry' }).first().click()
    await page.getByLabel('Path').fill('api/*')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await page.getByLabel('Enabled').check()
    await page.keyboard.press('Control+s')
    await waitForNotification(page, 'CORS entry created successfully.')
    await page.getByRole('button', { name: 'Update' }).waitFor()
    await page.getByRole('link', { name: 'Cache' }).click()
    await page.getByRole('button', { name: 'Flush System-Wide Cache' }).click()
    await waitForNotification(page, 'System-wide cache flushed.')
    const { call } = await signIn(instance.url, firstAdmin)
    expect(recordsOf(await call('GET', 'system/cors'))).toMatchObject([{ path: 'api/*', enabled: true }])
  })
})

describe('the outbox', () => {
  journey(
    'an invitation is read in the console and followed in another browser',
    async ({ visitor, another, instance }) => {
      const { call } = await signIn(instance.url, firstAdmin)
      await call('POST', 'system/admin?send_invite=true', {
        resource: [{ email: 'ina@example.com', first_name: 'Ina' }],
      })
      const { page } = visitor
      await visitor.enter()
      await page.goto('/config/outbox')
      await page.getByRole('link', { name: /ina@example\.com/ }).click()
      const body = page.frameLocator('iframe')
      await body.getByText('Ina').first().waitFor()
      const button = body.getByRole('link').first()
      // Styled as its author intended, although the policy of the page forbids inline styles.
      expect(await button.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('none')

      const link = await page.getByRole('link', { name: /\/user-invite/ }).getAttribute('href')
      const { page: invited } = await another()
      await invited.goto(link ?? '')
      await invited.getByLabel('New Password', { exact: true }).fill('my own password')
      await invited.getByLabel('Verify Password', { exact: true }).fill('my own password')
      await invited.getByRole('button', { name: 'Confirm Admin' }).click()
      await waitForNotification(invited, 'User Confirmation successful.')
    },
  )

  journey('a malicious template is harmless in its preview', async ({ visitor, instance }) => {
    const { call } = await signIn(instance.url, firstAdmin)
    const body_html = [
      '<p>Dear {first_name}</p>',
      '<script>top.broken = true</script>',
      '<img src="http://127.0.0.1:9/track" onerror="top.broken = true">',
      '<a href="javascript:top.broken = true">harmless</a>',
      '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
    ].join('')
    const [made] = recordsOf(await call('POST', 'system/email_template', { resource: [{ name: 'Harm', body_html }] }))
    const { page } = visitor
    await visitor.enter()
    await page.goto(`/config/email-templates/${made?.id}`)
    await page.getByRole('tab', { name: 'Preview' }).click()
    const body = page.frameLocator('iframe')
    await body.getByText(/^Dear /).waitFor()
    await body.getByText('harmless').click()
    expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined()
    expect(page.context().pages()).toHaveLength(1)
  })
})
