/** A folder of a service; `folder` has no outer slashes and is empty for the root. */
export interface FolderPlace {
  readonly service: string
  readonly folder: string
}

/** Service names contain no slashes. */
export const placeId = ({ service, folder }: FolderPlace): string => `${service}/${folder}`

export function readPlaceId(id: string): FolderPlace {
  const slash = id.indexOf('/')
  return { service: id.slice(0, slash), folder: id.slice(slash + 1) }
}

/** The ancestors of a folder, from its service down. */
export function placesAbove({ service, folder }: FolderPlace): readonly FolderPlace[] {
  if (folder === '') return []
  const names = folder.split('/')
  return names.map((_, at) => ({ service, folder: names.slice(0, at).join('/') }))
}
