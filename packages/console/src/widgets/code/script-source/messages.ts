import { catalogue } from '../../../language/catalogue.ts'

/** Texts about the source of a script. */
export const t = catalogue({
  pulled: 'Successfully pulled the latest script from source.',
  pullFailed:
    'There was an error pulling the latest script from source. Please make sure your service, path and permissions are correct and try again.',
  cacheCleared: 'Successfully cleared script from cache.',
  cacheFailed: 'Failed to cleared script from cache.',
  wrongFile: 'Error: Invalid file format. Only {formats} file format(s) allowed',
  fromAFile: 'From a file',
  linkTitle: 'Link to a service',
  linkHelp: 'Stores the script in a repository or a folder instead of here.',
  none: '-- None --',
  repositoryMissing: 'Enter repository, branch and path first.',
  pathMissing: 'Enter the path first.',
  repository: 'Repository',
  branchOrTag: 'Branch/Tag',
  viewLatest: 'View Latest',
  deleteCache: 'Delete Cache',
})
