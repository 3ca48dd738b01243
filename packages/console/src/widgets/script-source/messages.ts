import { catalogue } from '../../language/catalogue.ts'

/** Texts about the source of a script. */
export const t = catalogue({
  pulled: 'Successfully pulled the latest script from source.',
  pullFailed:
    'There was an error pulling the latest script from source. Please make sure your service, path and permissions are correct and try again.',
  cacheCleared: 'Successfully cleared script from cache.',
  cacheFailed: 'Failed to cleared script from cache.',
  wrongFile: 'Error: Invalid file format. Only {formats} file format(s) allowed',
  fromAFile: 'From a file',
  linkToAService: 'Link to a service',
  keepsTheScriptInA: 'Stores the script in a repository or a folder instead of here.',
  none: '-- None --',
  enterRepositoryBranchAndPath: 'Enter repository, branch and path first.',
  enterThePathFirst: 'Enter the path first.',
  repository: 'Repository',
  branchOrTag: 'Branch/Tag',
  path: 'Path',
  viewLatest: 'View Latest',
  deleteCache: 'Delete Cache',
})
