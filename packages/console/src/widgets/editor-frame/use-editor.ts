import { useQueryClient } from '@tanstack/react-query'
import {
  createRecord,
  invalidateCollection,
  type RecordId,
  readRecord,
  updateRecord,
} from '../../instance/collections.ts'
import type { Params } from '../../instance/transport.ts'
import type { Draft } from './draft.ts'
import { type Form, type FormDeclaration, type FormParts, type RecordAccess, useForm } from './use-form.ts'

/** Everything a tab says about editing its records. */
export interface EditorDeclaration<R extends { readonly id?: unknown }, D extends Draft> extends FormDeclaration<R, D> {
  /** `system/admin`. */
  readonly collection: string
  readonly params: Params
  readonly toCreate: (draft: D) => object
  /** Only what changed. */
  readonly toUpdate: (draft: D, record: R) => object
  readonly createParams?: (draft: D) => Params
}

interface EditorParts<R extends { readonly id?: unknown }, D extends Draft>
  extends Omit<FormParts<R, D>, 'declaration' | 'access'> {
  readonly declaration: EditorDeclaration<R, D>
}

/** A form over one record of a collection. */
export function useEditor<R extends { readonly id?: unknown }, D extends Draft>(
  parts: EditorParts<R, D>,
): Editor<R, D> {
  const { declaration } = parts
  const { collection, params } = declaration
  const queryClient = useQueryClient()
  const access: RecordAccess<R, D> = {
    write: (draft, on) =>
      on === null
        ? createRecord<R>(collection, declaration.toCreate(draft), { ...params, ...declaration.createParams?.(draft) })
        : updateRecord<R>({
            collection,
            id: idOfRecord(on.record),
            changes: declaration.toUpdate(draft, on.record),
            params,
            base: on,
          }),
    read: ({ record }) => readRecord<R>(collection, idOfRecord(record), params),
    outdate: () => void invalidateCollection(queryClient, collection),
  }
  return useForm({ ...parts, access })
}

export type Editor<R, D extends Draft> = Form<R, D>

function idOfRecord(record: { readonly id?: unknown }): RecordId {
  return typeof record.id === 'number' || typeof record.id === 'string' ? record.id : ''
}
