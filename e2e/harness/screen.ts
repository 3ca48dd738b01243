import type { Locator, Page } from 'playwright-core'
import { editor } from './screens.ts'

/** A state of a page, and how to recognize it. `press`: elements to press in order after the page has loaded. */
export interface Screen {
  readonly name: string
  readonly path: string
  readonly press?: readonly ((page: Page) => Locator)[]
  readonly shown: (page: Page) => Locator
}

export const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true })
export const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
export const field = (name: string | RegExp) => (page: Page) => page.getByLabel(name).first()
export const tab = (name: string) => (page: Page) => page.getByRole('tab', { name })
export const inEditor = (label: string | RegExp) => (page: Page) => editor(page).getByLabel(label).first()
