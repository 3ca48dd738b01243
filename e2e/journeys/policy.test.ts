import { describe, expect } from 'vitest'
import { journey } from '../harness/journey.ts'

declare global {
  interface Window {
    /** Directives that blocked something. */
    refused: string[]
    /** Set by a script that must not run. */
    broken?: boolean
  }
}

describe('the content security policy', () => {
  journey('blocks requests to other hosts, and code that is not a file of the console', async ({ visitor }) => {
    const { page } = visitor
    visitor.forgive(/Content Security Policy|^requested http:\/\/127\.0\.0\.1:9\/$/)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
    await page.evaluate(() => {
      window.refused = []
      document.addEventListener('securitypolicyviolation', (event) => window.refused.push(event.effectiveDirective))
      fetch('http://127.0.0.1:9/').catch(() => undefined)
      const inline = document.createElement('script')
      inline.textContent = 'window.broken = true'
      document.head.append(inline)
      const image = document.createElement('img')
      image.src = 'http://127.0.0.1:9/'
      document.body.append(image)
      const form = document.createElement('form')
      form.action = 'http://127.0.0.1:9/'
      document.body.append(form)
      form.submit()
    })
    const refused = () => page.evaluate(() => window.refused.toSorted())
    await expect.poll(refused).toEqual(['connect-src', 'form-action', 'img-src', 'script-src-elem'])
    expect(await page.evaluate(() => window.broken)).toBeUndefined()
  })
})
