import { expect, test } from 'vitest'
import { mayRead } from './role-rights.ts'

const row = (service_id: number | null, component: string, verb_mask = 1, requestor_mask = 1) => ({
  service_id,
  component,
  verb_mask,
  requestor_mask,
})
const own = row(1, 'admin/profile', 31)

test('does not read what no row of the role allows', () => {
  for (const rows of [[], [row(2, '*')], [row(1, 'cors/*')], [row(1, 'custom/*', 2)], [row(1, 'custom/*', 1, 2)]]) {
    expect(mayRead('system/custom', [own, ...rows])).toBe(false)
  }
})

test('sees what people do with a row for it only, and leaves to full administrators what is theirs', () => {
  expect(mayRead('system/request_log', [own, row(1, '*')])).toBe(false)
  expect(mayRead('system/request_log/7', [own, row(1, 'usage/*')])).toBe(true)
  for (const path of ['system/outbox', 'system/two_step']) expect(mayRead(path, [own, row(1, '*')])).toBe(false)
})

test('reads what a row allows, by name or with everything', () => {
  for (const one of [row(1, 'custom/*'), row(1, 'custom'), row(1, '*'), row(null, '*')]) {
    expect(mayRead('system/custom', [own, one])).toBe(true)
    expect(mayRead('system/custom/7', [own, one])).toBe(true)
  }
})

test('leaves to the server what it may open in other ways, and rows that do not tell the service', () => {
  for (const path of ['system/environment', 'system/role/3', 'system', 'db/_table/custom']) {
    expect(mayRead(path, [own])).toBe(true)
  }
  expect(mayRead('system/custom', [])).toBe(true)
  expect(mayRead('system/custom', [row(1, 'cors/*')])).toBe(true)
})
