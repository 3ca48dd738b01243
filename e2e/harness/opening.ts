import type { Locator, Page } from 'playwright-core'
import { button } from './screen.ts'

/** Finds records of the instance that is looked at. */
export interface Places {
  /** The id of the record in a collection that is longest as JSON. */
  longest(path: string): Promise<string>
}

/** How a panel or dialog is opened. */
export interface Opening {
  readonly name: string
  /** The tab that it belongs to. */
  readonly tab: string
  /** The files that render it, in `packages/console/src`. */
  readonly of: readonly string[]
  readonly path: string | ((places: Places) => Promise<string>)
  /** What to press after the page has loaded. */
  readonly press?: readonly ((page: Page) => Locator)[]
  readonly shown: (page: Page) => Locator
  /** Width of the window, if it exists only in narrow or wide ones. */
  readonly atMost?: number
  readonly atLeast?: number
}

export const dialog = (page: Page) => page.getByRole('dialog')
export const titled = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
export const item = (name: string | RegExp) => (page: Page) => page.getByRole('menuitem', { name })
export const save = (page: Page) => page.getByRole('button', { name: /^(Save|Update)$/ }).last()
export const saveInPanel = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })
export const more = button('More')
export const longest =
  (collection: string, path: (id: string) => string) =>
  async (places: Places): Promise<string> =>
    path(await places.longest(collection))

/** The editor of a kind of system records: its longest record, and a new one. */
export function editorOf(tabPath: string, collection: string, of: readonly string[], query = ''): Opening[] {
  const name = tabPath.slice(1)
  return [
    {
      name: `longest of ${name}`,
      tab: tabPath,
      of,
      path: longest(collection, (id) => `${tabPath}/${id}${query}`),
      shown: save,
    },
    { name: `new of ${name}`, tab: tabPath, of, path: `${tabPath}/new`, shown: dialog },
  ]
}
