import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { fieldError } from './config/config-check.ts'
import type { ConfigField } from './config/config-field.ts'
import { configKey, type Definition, type ServiceDraft } from './draft-members.ts'
import { t } from './messages.ts'

/** Validates the form before it is sent; returns `null` if it is valid. */
export function checkService(fields: readonly ConfigField[], draft: ServiceDraft): FormProblem | null {
  const found: Record<string, string> = { ...nameComplaints(draft) }
  for (const field of fields) {
    const member = configKey(field.name)
    const complaint = fieldError(field, draft[member])
    if (complaint !== null) found[member] = complaint
  }
  const definition = definitionComplaint(draft.definition)
  if (definition !== null) found.definition = definition
  return Object.keys(found).length > 0 ? { fields: found, general: [] } : null
}

function nameComplaints({ name, label }: ServiceDraft): Record<string, string> {
  return {
    ...(label.trim() === '' && { label: t.labelIsRequired }),
    ...(name.trim() === '' && { name: t.namespaceIsRequired }),
  }
}

/** The message that users know for a missing name, label or both, or `null`. */
export function missingNames({ name, label }: ServiceDraft): string | null {
  const noName = name.trim() === ''
  const noLabel = label.trim() === ''
  if (noName && noLabel) return t.bothMissing
  return noName ? t.nameMissing : noLabel ? t.labelMissing : null
}

/** Whether a name follows the rules for service names; others work only in some places. */
export function isPlainName(name: string): boolean {
  return /^[a-z0-9_-]+$/.test(name)
}

function definitionComplaint({ format, content }: Definition): string | null {
  if (format !== 'json' || content.trim() === '') return null
  try {
    const parsed: unknown = JSON.parse(content)
    return typeof parsed === 'object' && parsed !== null ? null : t.definitionInvalid
  } catch {
    return t.invalidJson
  }
}
