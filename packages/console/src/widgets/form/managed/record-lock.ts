import { createContext, use } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'

/** Why the record of the panel can only be changed elsewhere, as a sentence; `null` if it can be changed here. */
export const RecordLock = createContext<string | null>(null)

/** Why the form here cannot be saved; `null` if it can be. */
export function useSaveBlock(): string | null {
  const lock = use(RecordLock)
  return useWriteBlock() ?? lock
}
