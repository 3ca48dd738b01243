import { randomUUID } from 'node:crypto'
import type { StoredEntry } from '../../gateway/ports/file-storage.ts'

const draftName = /^\.[\da-f-]{36}\.part$/
/** Milliseconds after which nobody can be writing a draft any more. */
const abandonedAfter = 7 * 24 * 60 * 60 * 1000

/** A name for a file that is being written beside its place. */
export const newDraft = (): string => `.${randomUUID()}.part`

/** Whether a file is one that is being written, which nobody but its writer sees. */
export const isDraft = (name: string): boolean => draftName.test(name)

/** Whether what is left of a draft can be thrown away. */
export const isAbandoned = ({ name, modified }: StoredEntry): boolean =>
  isDraft(name) && modified !== null && Date.now() - modified > abandonedAfter
