import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import type { Loaded } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { changedFields, type Draft, sameValue } from '../../widgets/editor-frame/draft.ts'
import { type FormParts, type RecordAccess, useForm } from '../../widgets/editor-frame/use-form.ts'
import { schemaMessages } from './messages.ts'
import { previewCalls, runCalls } from './run-calls.ts'
import type { SchemaCall } from './schema-calls.ts'
import { rereadSchema } from './schema-queries.ts'

interface SchemaFormParts<R, D extends Draft> extends Omit<FormParts<R, D>, 'access'> {
  readonly service: string
  /** What saving a draft sends; `stored`: as it is then, null for what is new. */
  readonly calls: (draft: D, stored: R | null) => readonly SchemaCall[]
  /** What the change may lose, in sentences, where the server does not say. */
  readonly atRisk: (draft: D, stored: R) => readonly string[]
  /** What is stored; of something new, after it was saved. */
  readonly read: (draft: D, stored: R | null) => Promise<R>
  /** After the calls, before what is stored is read. */
  readonly settle?: (draft: D, stored: R | null) => Promise<void>
  /** Told when a save is refused, besides the reason. */
  readonly onFailed?: () => void
}

/** Whether the server says beforehand what a change will run. */
export function useHasPreview(): boolean {
  return hasFeature(useEnvironment(), 'schema-preview')
}

/** A form over a part of a schema. Others' changes are kept where they touch other members, and shown where the same. */
export function useSchemaForm<R, D extends Draft>(parts: SchemaFormParts<R, D>) {
  const { declaration, service } = parts
  const { toDraft, labels } = declaration
  const queryClient = useQueryClient()
  const hasPreview = useHasPreview()

  /** A refusal is told whether it comes of the change or of its preview. */
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
      return losses.length === 0 || confirmLosses(losses)
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
    outdate: () => void rereadSchema(queryClient, service),
  }

  /** @throws {InstanceError} of kind `conflict` when somebody else changed what I did */
  const joined = (draft: D, before: D, now: D): D => {
    const mine = changedFields(before, draft, labels)
    const both = mine.filter(
      (member) => !sameValue(before[member], now[member]) && !sameValue(draft[member], now[member]),
    )
    if (both.length > 0)
      throw new InstanceError(schemaMessages.thisWasChangedBySomebody, { kind: 'conflict', status: 412 })
    return { ...now, ...Object.fromEntries(mine.map((member) => [member, draft[member]])) }
  }

  return useForm({ ...parts, access })
}

function loaded<R>(record: R): Loaded<R> {
  return { record, etag: null }
}

/** What a server says that statements would lose. */
export function lossesOf(statements: readonly { readonly loses: string | null }[]): readonly string[] {
  return [...new Set(statements.flatMap(({ loses }) => (loses === null ? [] : [loses])))]
}

function confirmLosses(losses: readonly string[]): Promise<boolean> {
  return confirm({
    title: schemaMessages.saveAlthoughDataMayBe,
    text: losses.join(' '),
    action: schemaMessages.saveAnyway,
    cancel: schemaMessages.keepEditing,
    danger: true,
  })
}
