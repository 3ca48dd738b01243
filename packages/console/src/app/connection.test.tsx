import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useNotifications } from '../notifications/notify.ts'
import { visit } from '../testing/render-route.tsx'

const instance = sharedInstance()
const { root } = instance

/** A connection to the instance that can be interrupted. */
function line() {
  let cut = false
  return {
    cut: (now: boolean) => {
      cut = now
    },
    through:
      (reach: typeof fetch): typeof fetch =>
      (input, init) =>
        cut ? Promise.reject(new TypeError('Failed to fetch')) : reach(input, init),
  }
}

/** Records the notifications shown from now on. */
const watchNotifications = () => {
  const { result } = renderHook(useNotifications)
  return () => result.current.map(({ title, text }) => `${title}: ${text}`)
}
const lost = [
  'Connection: The instance is not responding. Nothing you typed is lost; this page continues when it responds again.',
]

test('a lost connection is notified once for all tabs; each tab shows it in place and recovers by itself', async () => {
  const { cut, through } = line()
  const { router } = await visit(instance, '/roles', { as: root, through })
  await screen.findByRole('heading', { name: 'Roles' })
  const shown = watchNotifications()
  // The code and permissions of the tabs are loaded before the connection is lost.
  for (const to of [
    '/data',
    '/schema',
    '/file-manager',
    '/services',
    '/users',
    '/scripts',
    '/config/cors',
    '/package-manager',
  ]) {
    cut(true)
    await router.navigate({ to })
    await waitFor(() =>
      expect(screen.getByRole('main').textContent, to).toContain('Not loaded: the instance is not responding.'),
    )
    within(screen.getByRole('main')).getByRole('button', { name: 'Try again' })
    expect(screen.queryByText(/refreshing your browser/)).toBeNull()
    await waitFor(() => expect(shown()).toEqual(lost))
  }

  cut(false)
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(shown()).toEqual(['Connection: The instance is responding again.']))
  await waitFor(() => expect(screen.queryByText('Not loaded: the instance is not responding.')).toBeNull())
})

test('keeps the input of a form, and saves it once the instance responds again', async () => {
  const { cut, through } = line()
  const { user } = await visit(instance, '/admins/1', { as: root, through })
  const phone = await screen.findByLabelText<HTMLInputElement>('Phone')
  await user.type(phone, '555 0100')
  const shown = watchNotifications()
  cut(true)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Not saved: the instance cannot be reached.')
  await waitFor(() => expect(shown()).toEqual(lost))
  expect(phone.value).toBe('555 0100')
  cut(false)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(shown()).toContain('Admins: Admin updated successfully.'))
  expect(shown()).not.toContain(lost[0])
})

test('rows of a grid that failed to load are loaded by themselves', async () => {
  const table = {
    name: 'tool',
    field: [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string', length: 40 },
    ],
  }
  await instance.send('POST', 'db/_schema', { as: root, body: { resource: [table] } })
  await instance.send('POST', 'db/_table/tool', { as: root, body: { resource: [{ name: 'hammer' }] } })
  const { cut, through } = line()
  const { user } = await visit(instance, '/data/db/tool', { as: root, through })
  await screen.findByRole('gridcell', { name: 'hammer' })
  cut(true)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Not loaded: the instance is not responding.')
  cut(false)
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(screen.queryByText('Not loaded: the instance is not responding.')).toBeNull())
  await screen.findByRole('gridcell', { name: 'hammer' })
})
