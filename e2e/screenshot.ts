/** `npm run screenshot`: the picture in README.md, of the real console with made-up administrators. */
import { join } from 'node:path'
import { root } from '../tools/paths.mjs'
import { signIn } from './harness/api.ts'
import { launchBrowser } from './harness/browser.ts'
import { firstAdmin, startInstance } from './harness/instance.ts'
import { rowOf } from './harness/screens.ts'
import { visit } from './harness/visitor.ts'

const people = [
  ['Grace', 'Hopper'],
  ['Alan', 'Turing'],
  ['Edsger', 'Dijkstra'],
  ['Barbara', 'Liskov'],
  ['Donald', 'Knuth'],
  ['Frances', 'Allen'],
  ['Tony', 'Hoare'],
  ['Radia', 'Perlman'],
  ['Niklaus', 'Wirth'],
  ['Margaret', 'Hamilton'],
  ['Dennis', 'Ritchie'],
  ['Karen', 'Spärck Jones'],
  ['Leslie', 'Lamport'],
  ['Mary', 'Kenneth Keller'],
] as const

await using instance = await startInstance({
  MILLWRIGHT_INSTANCE_NAME: 'Staging',
  MILLWRIGHT_INSTANCE_COLOUR: '#0b7285',
})
const { call } = await signIn(instance.url, firstAdmin)
const resource = people.map(([first_name, last_name], index) => ({
  first_name,
  last_name,
  name: `${first_name} ${last_name}`,
  email: `${first_name}.${last_name.normalize('NFD').replace(/\W+/g, '')}@example.com`.toLowerCase(),
  is_active: index % 6 !== 4,
}))
await call('POST', 'system/admin', { resource })

const browser = await launchBrowser()
const visitor = await visit(browser, instance.url, { viewport: { width: 1440, height: 820 } })
await visitor.logIn()
await visitor.page.goto('/admins')
await rowOf(visitor.page, 'grace.hopper@example.com').waitFor()
await visitor.page.getByRole('checkbox', { name: 'Select Alan Turing' }).focus()
await visitor.page.screenshot({ path: join(root, 'docs', 'screenshot.png') })
await browser.close()
