import { useEffect, useState } from 'react'
import { instanceUrl } from '../../../instance/send.ts'
import { memoryOf } from './first-page.ts'
import { type ListMemory, memoryKey, writeMemory } from './list-memory.ts'

/** The list's stored settings, and a function that changes and stores them. */
export function useListMemory(
  collection: string,
): readonly [ListMemory, (change: (memory: ListMemory) => ListMemory) => void] {
  const key = memoryKey(instanceUrl(''), collection)
  const [memory, setMemory] = useState(() => memoryOf(collection))
  // Each window stores all settings of the list, so that it must know those that another one has stored.
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === key) setMemory(memoryOf(collection))
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [key, collection])
  return [
    memory,
    (change) => {
      setMemory((now) => {
        const next = change(now)
        writeMemory(localStorage, key, next)
        return next
      })
    },
  ]
}
