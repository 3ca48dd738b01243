import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import type { Loaded } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { changedFields, type Draft, sameValue } from '../../widgets/form/editor-frame/draft.ts'
import { type FormOptions, type RecordAccess, useForm } from '../../widgets/form/editor-frame/use-form.ts'
import type { Rename } from '../../widgets/list/deletion/deletion-question.tsx'
import { schemaMessages } from './messages.ts'
import { previewCalls, runCalls, type SchemaCall } from './schema-calls.ts'
import { invalidateSchema } from './schema-queries.ts'

interface SchemaFormParts<R, D extends Draft> extends Omit<FormOptions<R, D>, 'access'> {
  readonly service: string
  /** The calls that save a draft. `stored`: the currently stored value, or `null` for a new one. */
  readonly calls: (draft: D, stored: R | null) => readonly SchemaCall[]
  /** What the change may lose, in sentences, for servers without a preview. */
  readonly atRisk: (draft: D, stored: R) => readonly string[]
  /** The new names in the API that the change gives to what is stored. */
  readonly renames?: (draft: D, stored: R) => readonly Rename[]
  /** Reads the stored value; of a new record, after it was saved. */
  readonly read: (draft: D, stored: R | null) => Promise<R>
  /** Runs after the calls, before the stored value is read. */
  readonly settle?: (draft: D, stored: R | null) => Promise<void>
  /** Called when a save is rejected, in addition to showing the reason. */
  readonly onFailed?: () => void
}

/** Whether the server can preview the statements of a change. */
export function useHasPreview(): boolean {
  return hasFeature(useEnvironment(), 'schema-preview')
}

/** A form for part of a schema. Changes by others to other properties are preserved; changes to the same ones are shown as a conflict. */
export function useSchemaForm<R, D extends Draft>(parts: SchemaFormParts<R, D>) {
  const { declaration, service } = parts
  const { toDraft, labels } = declaration
  const queryClient = useQueryClient()
  const environment = useEnvironment()
  const hasPreview = useHasPreview()

  /** Reports a rejection of the change and of its preview alike. */
  const attempt = async <T>(what: () => Promise<T>): Promise<T> => {
    try {
      return await what()
    } catch (error) {
      parts.onFailed?.()
      throw error
    }
  }

  const access: RecordAccess<R, D> = {
    allow: async (draft, on) => {
      const losses = hasPreview
        ? lossesOf(await attempt(() => previewCalls(parts.calls(draft, on?.record ?? null))))
        : on
          ? parts.atRisk(draft, on.record)
          : []
      if (losses.length > 0 && !(await confirmLosses(losses))) return false
      const renames = on === null ? [] : (parts.renames?.(draft, on.record) ?? [])
      if (renames.length === 0) return true
      const { confirmRename } = await import('../../widgets/list/deletion/deletion-question.tsx')
      for (const rename of renames) if (!(await confirmRename(environment, rename))) return false
      return true
    },
    write: (draft, on) =>
      attempt(async () => {
        const now = on ? await parts.read(draft, on.record) : null
        const what = on && now !== null ? joined(draft, toDraft(on.record), toDraft(now)) : draft
        await runCalls(parts.calls(what, now))
        await parts.settle?.(what, now)
        return loaded(await parts.read(what, now))
      }),
    read: async (on) => loaded(await parts.read(toDraft(on.record), on.record)),
    outdate: () => void invalidateSchema(queryClient, service),
  }

  /** @throws {InstanceError} of kind `conflict` if someone else changed the same properties */
  const joined = (draft: D, before: D, now: D): D => {
    const mine = changedFields(before, draft, labels)
    const both = mine.filter(
      (member) => !sameValue(before[member], now[member]) && !sameValue(draft[member], now[member]),
    )
    if (both.length > 0) throw new InstanceError(schemaMessages.otherChanged, { kind: 'conflict', status: 412 })
    return { ...now, ...Object.fromEntries(mine.map((member) => [member, draft[member]])) }
  }

  return useForm({ ...parts, access })
}

function loaded<R>(record: R): Loaded<R> {
  return { record, etag: null }
}

/** The losses that a server reports for statements. */
export function lossesOf(statements: readonly { readonly loses: string | null }[]): readonly string[] {
  return [...new Set(statements.flatMap(({ loses }) => (loses === null ? [] : [loses])))]
}

function confirmLosses(losses: readonly string[]): Promise<boolean> {
  return confirm({
    title: schemaMessages.dataLossQuestion,
    text: losses.join(' '),
    action: schemaMessages.saveAnyway,
    cancel: schemaMessages.keepEditing,
    danger: true,
  })
}
