import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { externalServer } from '../../../testing/external-server.ts'
import { visit } from '../../../testing/render-route.tsx'
import { Paywall } from './paywall.tsx'

const outside = externalServer()
const instance = sharedInstance()

async function show(paywallUrl: string) {
  const { queryClient } = await visit(instance, '/launchpad', { as: instance.root, settings: { paywallUrl } })
  await screen.findByRole('heading', { name: 'LaunchPad' })
  cleanup()
  render(
    <QueryClientProvider client={queryClient}>
      <Paywall serviceName="Begrenzungen" name="Limits" level="GOLD" />
    </QueryClientProvider>,
  )
}

const heading = 'Access to Begrenzungen is available in the commercial product'

test.each([
  ['nobody who wants to know', ''],
  ['somebody who is away', 'http://127.0.0.1:9/'],
])('shows what is missing with %s', async (_, paywallUrl) => {
  await show(paywallUrl)
  screen.getByText(heading)
  expect(outside.requests).toEqual([])
})

test('reports who looked for what, once, in English for any page language, without waiting for a response', async () => {
  outside.answer(500, 'Oops')
  await show(`${outside.url}/paywall`)
  screen.getByText(heading)
  await waitFor(() => expect(outside.requests).toHaveLength(1))
  const [request] = outside.requests
  expect(request).toMatchObject({ method: 'POST', path: '/paywall' })
  expect(JSON.parse(request?.body ?? '')).toEqual({
    email: instance.root.email,
    ip_address: '127.0.0.1',
    service_name: 'Limits',
  })
  expect(request?.headers).not.toHaveProperty('x-dreamfactory-session-token')
})
