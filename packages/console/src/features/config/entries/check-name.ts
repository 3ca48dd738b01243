import type { FormProblem } from '../../../widgets/editor-frame/form-problem.ts'
import type { EntryMessages } from './entry-messages.ts'

/** What is told about an entry before it is sent, in the page and as a notification. */
export interface NameNotice {
  readonly type: 'warning' | 'error'
  readonly text: string
}

interface NameParts {
  readonly name: string
  readonly isNew: boolean
  /** What a new entry is called until somebody names it. */
  readonly defaultName: string
  readonly messages: Pick<EntryMessages, 'defaultName' | 'nameMissing'>
}

/** Whether the name can be sent: never blank, and a new entry has to be renamed. Null when it can. */
export function nameNotice({ name, isNew, defaultName, messages }: NameParts): NameNotice | null {
  const typed = name.trim()
  if (typed === '') return { type: 'error', text: messages.nameMissing }
  if (isNew && typed === defaultName) return { type: 'warning', text: messages.defaultName }
  return null
}

/** The notice under the control of the name, with what else is wrong; null when nothing is. */
export function entryProblem(
  nameField: string,
  notice: NameNotice | null,
  others: Readonly<Record<string, string>> = {},
): FormProblem | null {
  const fields = { ...others, ...(notice && { [nameField]: notice.text }) }
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}
