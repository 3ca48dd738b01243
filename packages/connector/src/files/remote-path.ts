/** Joins a folder's path on the server with a name. */
export const below = (folder: string, name: string): string => {
  if (name === '') return folder
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`
}
