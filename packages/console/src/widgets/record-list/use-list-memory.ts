import { useState } from 'react'
import { instanceAddress } from '../../instance/send.ts'
import { memoryOf } from './first-page.ts'
import { type ListMemory, memoryKey, writeMemory } from './list-memory.ts'

/** What this list remembers, and a way to change it, which is written at once. */
export function useListMemory(
  collection: string,
): readonly [ListMemory, (change: (memory: ListMemory) => ListMemory) => void] {
  const key = memoryKey(instanceAddress(''), collection)
  const [memory, setMemory] = useState(() => memoryOf(collection))
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
