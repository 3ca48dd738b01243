/** Sentences about where a script comes from; they are the ones people know and search for. */
export const sourceMessages = {
  pulled: 'Successfully pulled the latest script from source.',
  pullFailed:
    'There was an error pulling the latest script from source. Please make sure your service, path and permissions are correct and try again.',
  cacheCleared: 'Successfully cleared script from cache.',
  cacheFailed: 'Failed to cleared script from cache.',
  wrongFile: (formats: string) => `Error: Invalid file format. Only ${formats} file format(s) allowed`,
}
