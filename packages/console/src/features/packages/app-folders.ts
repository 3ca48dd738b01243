import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { collectionQuery } from '../../instance/collections.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import type { Item, Source } from './package-selection.ts'

interface StoredApp {
  readonly name: string
  readonly storage_service_id: number | null
  readonly storage_container: string | null
}

const fields = 'name,storage_service_id,storage_container'

/** Finds the folders that apps live in, each with its file service; none when they may not be read. */
export function useAppFolders(
  sources: readonly Source[],
): (apps: readonly Item[]) => readonly { readonly source: Source; readonly item: Item }[] {
  const apps = useQuery({ ...collectionQuery<StoredApp>('system/app', { fields }), retry: false }).data?.rows
  const list = useQuery(serviceListQuery).data
  return useCallback(
    (chosen) => {
      const names = new Set(chosen.map(({ id }) => id))
      return (apps ?? []).flatMap(({ name, storage_service_id, storage_container }) => {
        const service = list?.services.find(({ id }) => id === storage_service_id)
        const folder = (storage_container ?? '').replace(/^\/+|\/+$/g, '')
        if (!names.has(name) || !service || folder === '') return []
        const known = sources.find((source) => source.kind === 'file' && source.name === service.name)
        const type = list?.types.find((each) => each.name === service.type)?.label || 'File'
        const source = known ?? { type, name: service.name, kind: 'file' as const, available: true, items: [] }
        return [{ source, item: { id: `${folder}/`, label: `${folder}/` } }]
      })
    },
    [apps, list, sources],
  )
}
