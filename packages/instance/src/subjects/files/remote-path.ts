/** The path on a server of something in a folder there. */
export const below = (folder: string, name: string): string => {
  if (name === '') return folder
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`
}
