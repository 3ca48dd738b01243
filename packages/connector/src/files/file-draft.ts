import { randomUUID } from 'node:crypto'
import type { StoredEntry } from './file-storage.ts'

const draftName = /^\.[\da-f-]{36}\.part$/
/** Milliseconds after which a draft counts as abandoned. */
const abandonedAfter = 7 * 24 * 60 * 60 * 1000

/** Returns a new name for a file that is written next to its destination first. */
export const newDraft = (): string => `.${randomUUID()}.part`

/** Whether a file is a draft, which only its writer sees. */
export const isDraft = (name: string): boolean => draftName.test(name)

/** Whether a draft is old enough to be deleted. */
export const isAbandoned = ({ name, modified }: StoredEntry): boolean =>
  isDraft(name) && modified !== null && Date.now() - modified > abandonedAfter
