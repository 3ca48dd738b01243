import { describe, expect } from 'vitest'
import { journey } from '../harness/journey.ts'

describe('Home', () => {
  journey('has four pages, each with its own address', async ({ visitor }) => {
    const { page } = visitor
    await visitor.logIn()
    await page.getByRole('tab', { name: 'Welcome', selected: true }).waitFor()
    for (const [label, address] of [
      ['Quickstart', '/home?page=quickstart'],
      ['Resources', '/home?page=resources'],
      ['Download', '/home?page=download'],
      ['Welcome', '/home'],
    ] as const) {
      await page.getByRole('tab', { name: label }).click()
      await page.getByRole('tabpanel', { name: label }).getByRole('heading').first().waitFor()
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address)
    }
    await page.goto('/home?page=download')
    await page.getByRole('tab', { name: 'Download', selected: true }).waitFor()
  })

  journey('opens its first page for an unknown address', async ({ visitor }) => {
    const { page } = visitor
    await visitor.enter()
    await page.goto('/home?page=nothing-like-that')
    await page.getByRole('tab', { name: 'Welcome', selected: true }).waitFor()
  })
})
