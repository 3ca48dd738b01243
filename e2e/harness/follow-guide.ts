import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { root } from '../../tools/paths.mjs'
import { type GuideStep, guideSteps } from './guide-steps.ts'

interface Followed {
  /** URL of the instance, which replaces `http://localhost:8080` in commands. */
  readonly url: string
  /** The API key for `$KEY` in commands. */
  readonly key: () => Promise<string>
  /** Called for each picture; pictures are skipped if it is absent. */
  readonly picture?: (name: string) => Promise<void>
}

const run = promisify(execFile)
const folder = join(root, 'docs/guide')

/** Names of the guide's pages without their extension; the index is left out as it has no steps. */
export function guidePages(): string[] {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  return pages.map((name) => name.replace(/\.md$/, '')).sort()
}
const pressed = ['button', 'link', 'tab', 'menuitem', 'radio', 'option', 'treeitem', 'switch'] as const

/** Follows the steps of a page of the guide in order. `name`: of the page, without its extension. Throws at the first step that fails. */
export async function followGuide(page: Page, name: string, followed: Followed): Promise<void> {
  for (const step of guideSteps(readFileSync(join(folder, `${name}.md`), 'utf8'))) {
    try {
      await follow(page, step, followed)
    } catch (error) {
      throw new Error(`${name}.md: ${JSON.stringify(step)}`, { cause: error })
    }
  }
}

async function follow(page: Page, step: GuideStep, { url, key, picture }: Followed): Promise<void> {
  switch (step.does) {
    case 'open':
      return page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: step.name, exact: true }).click()
    case 'press':
      return press(page, step)
    case 'tick':
      return page.getByLabel(step.name, { exact: true }).check()
    case 'see':
      return page.getByText(step.name).locator('visible=true').first().waitFor()
    case 'type':
      return fieldOf(page, step.name).fill(step.value)
    case 'choose':
      return choose(page, step.name, step.value)
    case 'keys':
      return page.keyboard.press(
        step.keys.replace('Ctrl ', 'Control+').replace(/\+(.)$/, (_, letter: string) => `+${letter.toLowerCase()}`),
      )
    case 'run': {
      const command = step.command.replaceAll('http://localhost:8080', url)
      await run('sh', ['-ec', command], { env: { ...process.env, KEY: await key() } })
      return
    }
    case 'picture':
      await picture?.(step.name)
  }
}

/** The accessible name of a required field ends with `(required)`. */
function fieldOf(page: Page, name: string): Locator {
  const exact = page.getByLabel(name, { exact: true })
  const required = page.getByLabel(`${name} (required)`, { exact: true })
  return exact.or(required).locator('visible=true').first()
}

/** Chooses from a native select, or from a list that a button opens, whose name ends with the current choice. */
async function choose(page: Page, name: string, value: string): Promise<void> {
  const named = page.getByRole('combobox', { name, exact: true })
  const list = named.or(page.getByRole('combobox', { name: `${name} (required)`, exact: true })).locator('visible=true')
  const button = page.getByRole('button', { name: beginning(`${name}: `) }).locator('visible=true')
  await list.or(button).first().waitFor()
  if ((await list.count()) > 0) {
    await list.first().selectOption({ label: value })
    return
  }
  await button.first().click()
  await page
    .getByRole('option', { name: beginning(value) })
    .first()
    .click()
}

/** A name may grow when more of its record is loaded, between finding and pressing; then it is looked for again. */
async function press(page: Page, step: Named, attempts = 6): Promise<void> {
  const found = await control(page, step)
  try {
    await found.click({ timeout: 10_000 })
  } catch (error) {
    if (attempts === 1) throw error
    await press(page, step, attempts - 1)
  }
}

interface Named {
  readonly name: string
  readonly within?: string
}

/** Finds a control by its whole name, else by the beginning of its name, anywhere or within a named element. */
async function control(page: Page, { name, within }: Named): Promise<Locator> {
  const place =
    within === undefined
      ? page.locator('body')
      : oneOf(places.map((role) => page.getByRole(role, { name: within }))).first()
  const whole = oneOf(pressed.map((role) => place.getByRole(role, { name, exact: true })))
  const begun = oneOf(pressed.map((role) => place.getByRole(role, { name: beginning(name) })))
  await whole.or(begun).first().waitFor()
  return (await whole.count()) > 0 ? whole.first() : begun.first()
}

const places = ['region', 'dialog', 'group', 'row', 'listitem', 'form'] as const

function oneOf([first, ...rest]: readonly Locator[]): Locator {
  if (first === undefined) throw new Error('Nothing is looked for.')
  return rest.reduce((all, each) => all.or(each), first).locator('visible=true')
}

const beginning = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
