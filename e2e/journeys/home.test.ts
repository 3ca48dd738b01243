import { describe } from 'vitest'
import { journey } from '../harness/journey.ts'

describe('Home', () => {
  journey('has four tabs, each with an address of its own', async ({ visitor }) => {
    const { page } = visitor
    await visitor.logIn()
    for (const name of ['Quickstart', 'Resources', 'Download', 'Welcome']) {
      await page
        .getByRole('link', { name, exact: true })
        .or(page.getByRole('tab', { name, exact: true }))
        .first()
        .click()
      await page
        .getByRole('heading', { name: new RegExp(name, 'i') })
        .first()
        .waitFor()
    }
  })
})
