import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith } from '../answering.ts'
import { expectMessage } from '../expect-message.ts'
import { visit } from '../render-route.tsx'

const instance = sharedInstance()
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })

test('Reports: reports missing access for any failure to load the list', async () => {
  const { address } = await open('/reports', { through: rejectWith({ part: '/system/service_report?' }, 500, 'No.') })
  await expectMessage('reports.no-access')
  await waitFor(() => expect(address()).toBe('/home'))
})

test("Reports: reports that the instance's resources failed to load", async () => {
  const refused = rejectWith({ part: '/api/v2/system', verb: 'GET' }, 500, 'No.')
  const { address } = await open('/reports', {
    through: (reach) => (input, init) => (String(input).endsWith('/system') ? refused(reach) : reach)(input, init),
  })
  await expectMessage('reports.load')
  await waitFor(() => expect(address()).toBe('/home'))
})

test('Reports: shows that nothing matches', async () => {
  await open('/reports?filter=nothing-like-this')
  await expectMessage('reports.no-match')
})
