import { useQueryClient } from '@tanstack/react-query'
import {
  createRecord,
  invalidateCollection,
  type RecordId,
  readRecord,
  updateRecord,
} from '../../../instance/collections.ts'
import { toServerShape } from '../../../instance/has-one.ts'
import type { Params } from '../../../instance/transport.ts'
import type { Draft } from './draft.ts'
import { type Form, type FormDeclaration, type FormOptions, type RecordAccess, useForm } from './use-form.ts'

/** How a tab edits its records. */
export interface EditorDeclaration<R extends { readonly id?: unknown }, D extends Draft> extends FormDeclaration<R, D> {
  /** `system/admin`. */
  readonly collection: string
  readonly params: Params
  readonly toCreate: (draft: D) => object
  /** The body of an update, with changed fields only. */
  readonly toUpdate: (draft: D, record: R) => object
  readonly createParams?: (draft: D) => Params
  /** Relations to one record, which the bodies contain as a record or `null`; they are converted to the shape that this server returns. */
  readonly hasOne?: readonly string[]
}

/** How a tab edits its records, of which copies can be made. */
export interface PanelDeclaration<R extends { readonly id?: unknown }, D extends Draft>
  extends EditorDeclaration<R, D> {
  /** The form of a copy. */
  readonly toCopy: (record: R) => D
}

interface EditorParts<R extends { readonly id?: unknown }, D extends Draft>
  extends Omit<FormOptions<R, D>, 'declaration' | 'access'> {
  readonly declaration: EditorDeclaration<R, D>
  /** Called before writing; `false` cancels the save. */
  readonly allow?: RecordAccess<R, D>['allow']
}

/** A form for one record of a collection. */
export function useEditor<R extends { readonly id?: unknown }, D extends Draft>(
  parts: EditorParts<R, D>,
): Editor<R, D> {
  const { declaration } = parts
  const { collection, params, hasOne: relations = [] } = declaration
  const queryClient = useQueryClient()
  const shaped = (body: object, base: unknown) => toServerShape({ collection, relations, body, base })
  const access: RecordAccess<R, D> = {
    ...(parts.allow && { allow: parts.allow }),
    write: async (draft, on) =>
      on === null
        ? createRecord<R>(collection, await shaped(declaration.toCreate(draft), null), {
            ...params,
            ...declaration.createParams?.(draft),
          })
        : updateRecord<R>({
            collection,
            id: idOfRecord(on.record),
            changes: await shaped(declaration.toUpdate(draft, on.record), on.record),
            params,
            base: on,
          }),
    read: ({ record }) => readRecord<R>(collection, idOfRecord(record), params),
    outdate: () => void invalidateCollection(queryClient, collection),
  }
  return useForm({ ...parts, access })
}

export type Editor<R, D extends Draft> = Form<R, D>

/** Empty if a server does not tell it. */
export function idOfRecord(record: { readonly id?: unknown }): RecordId {
  return typeof record.id === 'number' || typeof record.id === 'string' ? record.id : ''
}
