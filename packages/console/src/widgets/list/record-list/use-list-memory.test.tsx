import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { instanceUrl } from '../../../instance/send.ts'
import { visit } from '../../../testing/render-route.tsx'
import { memoryKey, readMemory, withView, withWidth, writeMemory } from './list-memory.ts'
import { useListMemory } from './use-list-memory.ts'

const instance = sharedInstance()

test('a view that another window saves is shown here, and survives a change made here', async () => {
  await visit(instance, '/login', { as: null })
  const key = memoryKey(instanceUrl(''), 'user')
  const { result } = renderHook(() => useListMemory('user'))
  const view = { name: 'Inactive', search: { filter: 'inactive' } }
  writeMemory(localStorage, key, withView({ views: [] }, view))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(result.current[0].views).toEqual([view])
  act(() => result.current[1]((memory) => withWidth(memory, 'email', 200)))
  expect(readMemory(localStorage, key)).toEqual({ widths: { email: 200 }, views: [view] })
})
